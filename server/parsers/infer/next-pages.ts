import { type DocumentNode, NO_SKIP } from '../../html/document.ts'
import { nodeReader } from '../html/node-readers.ts'
import type { Json, JsonObject, Pagination } from '../parser-schema.ts'
import { type LearningPage, learningEngine } from './page/learning-page.ts'

/** A way in which a list may continue, as `paginate` of a schema states it. */
export interface NextPageOffer {
  paginate: Pick<Pagination, 'next' | 'param' | 'cursor' | 'start' | 'step'>
  /** What it is based on, in words for people. */
  found: string
  /** The address of the next page that it finds on this page. */
  next: string
}

/** A link of the page and its texts. */
interface LinkElement {
  node: DocumentNode
  url: URL
  rel: string
  text: string
  /** Its label and its title. */
  labels: string[]
}

const MAX_LINKS = 5_000
const MAX_OFFERS = 6
const MAX_WORD_LENGTH = 40

const NEXT_WORDS =
  /^(?:next(?: page)?|older(?: posts| entries)?|more results|weiter|nächste(?: seite)?|suivante?|siguiente|avanti|volgende|›|»|→|>{1,2})$/i

/** Keys under which data names the next page of a list. */
const CURSORS =
  /^(?:next_?(?:cursor|page_?token|token|page|url|link)?|end_?cursor|cursor|after|continuation(?:_?token)?)$/i
const MAX_VALUES = 2_000

/**
 * Returns the ways in which the list of a page may continue, the most certain first. Each leads to another page than this
 * one.
 */
export function offerNextPages(page: LearningPage): NextPageOffer[] {
  const own = URL.parse(page.view.address ?? '')
  const json = page.view.json()
  if (json !== undefined) return cursorOffers(json, own).slice(0, MAX_OFFERS)
  if (!own) return []
  const links = linksOf(page, own)
  const offers = [
    ...relOffers(links),
    ...wordOffers(page, links),
    ...parameterOffers(links, own),
    ...pathOffers(page, links, own),
  ]
  return [...new Map(offers.map(offer => [JSON.stringify(offer.paginate), offer])).values()].slice(
    0,
    MAX_OFFERS,
  )
}

function linksOf({ html, view }: LearningPage, own: URL): LinkElement[] {
  const base = view.base() ?? own.href
  const nodes = html.select(learningEngine.compile('a[href], link[href]'), html.root, MAX_LINKS)
  return nodes.flatMap(node => {
    const attribute = (name: string) => html.attribute(node, name)?.trim() ?? ''
    const url = URL.parse(attribute('href'), base)
    if (!url || !/^https?:$/.test(url.protocol) || withoutHash(url) === withoutHash(own)) return []
    const text = nodeReader('text')(html, node, NO_SKIP) ?? ''
    return [
      {
        node,
        url,
        rel: attribute('rel').toLowerCase(),
        text,
        labels: [attribute('aria-label'), attribute('title')],
      },
    ]
  })
}

const withoutHash = ({ href }: URL) => href.split('#')[0]

/** Offers the link that the page marks with `rel=next`. */
function relOffers(links: readonly LinkElement[]): NextPageOffer[] {
  const link = links.find(({ rel }) => rel.split(/\s+/).includes('next'))
  return link
    ? [
        {
          paginate: { next: '[rel~=next]@href' },
          found: 'the page’s own mark, rel=next',
          next: link.url.href,
        },
      ]
    : []
}

/**
 * Offers links whose text, label or title says "next". The selector finds only this link, by what is the same on the next
 * page.
 */
function wordOffers({ html }: LearningPage, links: readonly LinkElement[]): NextPageOffer[] {
  return links.flatMap(({ node, url, text, labels }) => {
    const word = [text, ...labels].find(isNextWord)
    if (word === undefined) return []
    const css = selectorsFor(html.attribute(node, 'class') ?? '', word, word === text).find(selector => {
      const [first, ...others] = html.select(learningEngine.compile(selector), html.root, 2)
      return first === node && others.length === 0
    })
    return css === undefined
      ? []
      : [{ paginate: { next: `${css}@href` }, found: `the link “${word}”`, next: url.href }]
  })
}

const isNextWord = (word: string) => word.length <= MAX_WORD_LENGTH && NEXT_WORDS.test(word)

function selectorsFor(classes: string, word: string, isText: boolean): string[] {
  const quoted = JSON.stringify(word)
  const classNames = classes
    .split(/\s+/)
    .filter(name => /^[a-z][\w-]*$/i.test(name) && /next|older/i.test(name))
  const wordSelector = isText ? `a:contains(${quoted})` : `a:is([aria-label=${quoted}], [title=${quoted}])`
  return [...classNames.map(name => `a.${name}`), wordSelector]
}

/** Offers a query parameter whose number is the only difference between links of this page and its own address. */
function parameterOffers(links: readonly LinkElement[], own: URL): NextPageOffer[] {
  const numbers = new Map<string, Set<number>>()
  for (const { url } of links) {
    const param = differingParameter(url, own)
    if (param === null) continue
    const known = numbers.get(param) ?? new Set()
    numbers.set(param, known.add(Number(url.searchParams.get(param))))
  }
  return [...numbers].flatMap(([param, found]) => parameterOffer(param, [...found], own) ?? [])
}

function differingParameter(url: URL, own: URL): string | null {
  if (url.origin !== own.origin || url.pathname !== own.pathname) return null
  const names = new Set([...url.searchParams.keys(), ...own.searchParams.keys()])
  const [param, ...others] = [...names].filter(
    name => url.searchParams.get(name) !== own.searchParams.get(name),
  )
  const isNumber = param !== undefined && /^\d{1,9}$/.test(url.searchParams.get(param) ?? '')
  return isNumber && others.length === 0 ? param : null
}

function parameterOffer(param: string, found: number[], own: URL): NextPageOffer | null {
  const ownValue = own.searchParams.get(param)
  if (ownValue !== null && !/^\d{1,9}$/.test(ownValue)) return null
  const sorted = found.toSorted((a, b) => a - b)
  const currentNumber = ownValue === null ? null : Number(ownValue)
  const next = sorted.find(number => number > (currentNumber ?? 0))
  if (next === undefined) return null
  const after = sorted.find(number => number > next)
  const step = currentNumber === null ? (after === undefined ? 1 : after - next) : next - currentNumber
  const start = currentNumber ?? next - step
  if (start < 0) return null
  const address = new URL(own)
  address.searchParams.set(param, String(next))
  return {
    paginate: { param, ...(start !== 1 && currentNumber === null && { start }), ...(step !== 1 && { step }) },
    found: `the number in the address, ${param}=${next}`,
    next: address.href,
  }
}

/** How pagers mark the number of the current page. */
const PRESENT = ['[aria-current]', ...['current', 'active', 'selected'].map(name => `[class*=${name}]`)]
/**
 * The link after that mark: beside it, or inside the element beside its parent. In a pager without marks, the current
 * number is an element that is not a link, such as `strong`.
 */
const AFTER_PRESENT = [
  ...PRESENT.flatMap(mark => [`${mark} + a`, `${mark} + * > a`, `:has(> ${mark}) + * > a`]),
  ...['strong', 'b', 'em', 'span'].map(name => `${name} + a`),
]

/**
 * Offers links that differ only in the next number in their path, such as `/list/page/2`: the one after the current page.
 */
function pathOffers({ html }: LearningPage, links: readonly LinkElement[], own: URL): NextPageOffer[] {
  const number = numberAtEnd(own)
  const next = links.filter(({ url }) => isPathAfter(url, own, number))
  const [first] = next
  if (!first) return []
  const css = AFTER_PRESENT.find(selector => {
    const [node] = html.select(learningEngine.compile(selector), html.root, 1)
    return next.some(link => link.node === node)
  })
  if (css === undefined) return []
  const found = `the number in the path, ${first.url.pathname}`
  return [{ paginate: { next: `${css}@href` }, found, next: first.url.href }]
}

const PATH_NUMBER = /(\d{1,9})\/?$/

const numberAtEnd = ({ pathname }: URL): number | null => {
  const [, digits] = PATH_NUMBER.exec(pathname) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Whether an address has the same path with the next number, or, if the own path has no number, with page 2 added. */
function isPathAfter(url: URL, own: URL, number: number | null): boolean {
  if (url.origin !== own.origin || url.search !== own.search) return false
  const [path, ownPath] = [url.pathname, own.pathname].map(one => one.replace(/\/$/, ''))
  if (number !== null && path === ownPath!.replace(PATH_NUMBER, String(number + 1))) return true
  return (
    path!.startsWith(ownPath!) && /^\/(?:p|page|seite|pagina)?[/-]?2$/i.test(path!.slice(ownPath!.length))
  )
}

/** Offers values in data that name the next page: its address, or a cursor for a query parameter. */
function cursorOffers(json: Json, own: URL | null): NextPageOffer[] {
  const offers: NextPageOffer[] = []
  const queue: [value: Json, path: string][] = [[json, '']]
  for (let seen = 0; queue.length > 0 && seen < MAX_VALUES; seen++) {
    const [value, path] = queue.shift()!
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    for (const [name, inner] of Object.entries(value as JsonObject)) {
      if (!/^\w+$/.test(name)) continue
      const at = path ? `${path}.${name}` : name
      const offer = CURSORS.test(name) ? cursorOffer(name, at, inner, own) : null
      if (offer) offers.push(offer)
      queue.push([inner, at])
    }
  }
  return offers
}

function cursorOffer(name: string, at: string, value: Json, own: URL | null): NextPageOffer | null {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return null
  const text = String(value)
  const found = `\`${at}\` of the data`
  if (/^(?:https?:\/\/|\/)/.test(text)) {
    const next = URL.parse(text, own?.href)
    return next && { paginate: { next: { json: at } }, found, next: next.href }
  }
  if (!own) return null
  const param = paramFor(name, own)
  const address = new URL(own)
  address.searchParams.set(param, text)
  return { paginate: { param, cursor: { json: at } }, found: `${found}, as ${param}`, next: address.href }
}

/** Returns the parameter for a cursor: one that the address already has, or the name of the cursor without `next`. */
function paramFor(name: string, own: URL): string {
  const plain = name.replace(/^(?:next|end)_?(?=.)/i, '')
  const short = plain.charAt(0).toLowerCase() + plain.slice(1)
  const known = [...own.searchParams.keys()].find(key => key === short || CURSORS.test(key))
  return known ?? (short === 'next' ? 'cursor' : short)
}
