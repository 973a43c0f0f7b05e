import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { classCounts, classesOf } from '../page/class-counts.ts'
import { attributesAmong } from '../page/nodes.ts'
import { kindOfName, stemOf } from './name-kinds.ts'

/** A selector of one step that matches an element, and how stable it is. */
export interface Anchor {
  css: string
  /** From 0 to 1: from a position or a style to what the page states that the element is. */
  sturdy: number
  why: string
}

/** Attributes that state what an element is, with their stability. Their value has to be a name. */
const NAMING_ATTRIBUTES: Readonly<Record<string, number>> = {
  itemprop: 0.95,
  'data-testid': 0.9,
  'data-test': 0.9,
  'data-qa': 0.9,
  'data-cy': 0.9,
  'data-hook': 0.9,
  'data-field': 0.9,
  'data-name': 0.88,
  'data-role': 0.85,
  'data-component': 0.85,
  property: 0.88,
  rel: 0.85,
  name: 0.85,
  'aria-label': 0.78,
  role: 0.72,
  itemtype: 0.7,
}

const TAGS: Readonly<Record<string, number>> = {
  h1: 0.7,
  time: 0.66,
  main: 0.6,
  article: 0.6,
  address: 0.55,
  figure: 0.5,
  figcaption: 0.55,
  cite: 0.5,
  blockquote: 0.5,
  h2: 0.5,
  h3: 0.5,
  h4: 0.45,
  nav: 0.45,
  header: 0.45,
  footer: 0.45,
  aside: 0.45,
  table: 0.4,
  dl: 0.4,
  img: 0.35,
  p: 0.3,
  a: 0.3,
  li: 0.3,
  tr: 0.3,
}
const PLAIN_TAG = 0.12
/** The name of a custom element, which the site chose itself. */
const OWN_ELEMENT = /^[a-z]+(?:-[a-z]+)+$/

/** Values of `rel` that are meant for browsers and crawlers, and do not describe the element. */
const NO_RELATION = /^(?:(?:nofollow|noopener|noreferrer|external|ugc|sponsored|preload|stylesheet)\s*)+$/

/** Attributes of frameworks and of styling, which do not describe the element. */
const UNDESCRIPTIVE =
  /^data-(?:v-|react|emotion|styled|s-|astro|svelte|reactroot|turbo|toggle|target|bs-|aos|index|idx|position|id$|key$|src|srcset|sizes|lazy|no-|pin-)/

/** Returns the steps that match an element, best first. None of them contains the text `avoid`. */
export function anchorsOf(html: HtmlDocument, node: DocumentNode, avoid = ''): Anchor[] {
  const tag = html.elementName(node)!
  const byAttribute = attributesAmong(html, node).flatMap(name => {
    const value = html.attribute(node, name) ?? ''
    if (containsText(value, avoid)) return []
    return name === 'class' ? classAnchors(html, value) : attributeAnchors(name, value)
  })
  const sturdy = TAGS[tag] ?? (OWN_ELEMENT.test(tag) ? 0.72 : PLAIN_TAG)
  const byTag = { css: nameInCss(tag), sturdy, why: `it is the element ${tag}` }
  return [...byAttribute, byTag].sort((a, b) => b.sturdy - a.sturdy)
}

/** Whether an attribute contains the value itself. Such a selector would match on no other page. */
const containsText = (value: string, avoid: string) =>
  avoid.length > 2 && value.replace(/\s+/g, '').toLowerCase().includes(avoid.toLowerCase())

function attributeAnchors(name: string, value: string): Anchor[] {
  if (name === 'id') return idAnchor(value)
  const naming = NAMING_ATTRIBUTES[name]
  if (naming !== undefined)
    return isName(value) && !(name === 'rel' && NO_RELATION.test(value))
      ? [namedAnchor(name, value, naming)]
      : []
  if (name === 'href') return folderAnchors(value)
  if (name === 'datetime') return [{ css: '[datetime]', sturdy: 0.68, why: 'it has a machine-readable date' }]
  if (!name.startsWith('data-') || UNDESCRIPTIVE.test(name) || kindOfName(name.slice(5)) !== 'meaningful')
    return []
  const present = { css: `[${nameInCss(name)}]`, sturdy: 0.64, why: `it has the attribute ${name}` }
  return isName(value) ? [namedAnchor(name, value, 0.76), present] : [present]
}

/** Folders of addresses describe what is linked: `/category/soups`, `/author/ann`. */
const FOLDER = /^[a-z]{3,20}(?:-[a-z]{2,20}){0,2}$/

function folderAnchors(address: string): Anchor[] {
  const [folder] = (URL.parse(address, 'https://page.invalid')?.pathname ?? '').split('/').slice(1, -1)
  if (!folder || !FOLDER.test(folder) || kindOfName(folder) !== 'meaningful') return []
  return [{ css: `[href*="/${folder}/"]`, sturdy: 0.58, why: `it links to /${folder}/` }]
}

const namedAnchor = (name: string, value: string, sturdy: number): Anchor => ({
  css: `[${nameInCss(name)}=${quote(value)}]`,
  sturdy,
  why: `its ${name} says what it is`,
})

const isName = (value: string) =>
  /^[\p{L}][\p{L}\p{N} _:/.-]{1,60}$/u.test(value) && value.split(/[\s_:/.-]+/).every(isMeaningful)

const isMeaningful = (part: string) =>
  part === '' || ['meaningful', 'looks', 'state'].includes(kindOfName(part))

function idAnchor(id: string): Anchor[] {
  if (kindOfName(id) !== 'meaningful') return []
  return [{ css: isPlain(id) ? `#${id}` : `[id=${quote(id)}]`, sturdy: 0.92, why: 'it has an id' }]
}

/** The rarer a class is on the page, the more it tells: `.instructions` comes before `.module`. */
function classAnchors(html: HtmlDocument, value: string): Anchor[] {
  const counts = classCounts(html)
  const countOf = (name: string) => counts.get(name) ?? 1
  return classesOf(value)
    .sort((a, b) => countOf(a) - countOf(b))
    .flatMap(name => classAnchor(name, countOf(name)))
}

const CLASS_REASONS = {
  meaningful: 'its class is a word, which sites rarely change',
  machine: 'its class begins with words, which sites change less often than the rest',
  looks: 'its class only says how it looks, which sites often change',
}

function classAnchor(name: string, count: number): Anchor[] {
  const kind = kindOfName(name)
  const stem = stemOf(name)
  if (kind === 'meaningful' && isPlain(name))
    return [{ css: `.${name}`, sturdy: count === 1 ? 0.76 : 0.74, why: CLASS_REASONS.meaningful }]
  if (kind === 'machine' && stem !== null)
    return [{ css: `[class*=${quote(stem)}]`, sturdy: 0.62, why: CLASS_REASONS.machine }]
  if (kind === 'looks' && isPlain(name)) return [{ css: `.${name}`, sturdy: 0.25, why: CLASS_REASONS.looks }]
  return []
}

const isPlain = (name: string) => /^-?[_a-zA-Z][\w-]*$/.test(name)

/** Escapes the name of an element or attribute for CSS: word processors use a colon in theirs (`o:p`), frameworks a dot. */
export const nameInCss = (name: string) => name.replace(/[^\w\u0080-\uffff-]/g, '\\$&')

/** Quotes a text for CSS. */
const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\a ')}"`
