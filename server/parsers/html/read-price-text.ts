import type { DocumentNode, HtmlDocument, Skip } from '../../html/document.ts'
import { nextAfter } from './elements-in.ts'
import type { NodeReader } from './node-readers.ts'
import { readText } from './read-text.ts'

/** Stands between digits of two elements, of which it is not known whether they are one number. */
export const SEAM = '\u2063'

/** Stands before a text that begins with a price which its page has struck out, and has another one. */
export const STRUCK = '\u2064'

const STRUCK_OUT = new Set(['del', 's', 'strike'])
const SMALL = new Set(['sup', 'sub', 'small'])
const CENTS = /cent|fraction|decimal|minor|kopeck|grosz|haler|(?:^|[-_\s])(?:sup|penn(?:y|ies))(?:$|[-_\s])/i
/** A price has few parts, and only the first price of a text is read. */
const MOST_SEAMS = 4

interface Seam {
  node: DocumentNode
  kind: 'cents' | 'footnote' | 'unclear'
}

/** How a price is read of an element: `<b>68</b><sup>50</sup> €` is 68.50, and what is a footnote is left out. */
export const priceTextReader =
  (decimal: string | undefined): NodeReader =>
  (html, root, skip) => {
    const text = readText(html, root, skip)
    if (!hasElement(html, root) || !/\d/.test(text)) return text
    if (beginsStruckOut(html, root, skip)) return STRUCK + text
    return seamsOf(html, root, skip).reduceRight(
      (joined, seam) => join(html, { root, skip, seam, text: joined, decimal }),
      text,
    )
  }

/** Whether the first digits inside an element are struck out, and others are not. */
function beginsStruckOut(html: HtmlDocument, root: DocumentNode, skip: Skip): boolean {
  let node = html.firstChild(root)
  let begins = false
  while (node !== null) {
    const isSkipped = skip.has(node)
    const isStruck = STRUCK_OUT.has(html.elementName(node) ?? '')
    if (isStruck && !isSkipped && !begins) begins = /\d/.test(readText(html, node, skip))
    else if (!isStruck && !isSkipped && /\d/.test(html.characters(node) ?? '')) return begins
    node = (isStruck || isSkipped ? null : html.firstChild(node)) ?? nextAfter(html, node, root)
  }
  return false
}

function hasElement(html: HtmlDocument, root: DocumentNode): boolean {
  for (let node = html.firstChild(root); node !== null; node = html.nextSibling(node))
    if (html.elementName(node) !== null) return true
  return false
}

/** Where a text starts with digits that may go on those before it. */
function seamsOf(html: HtmlDocument, root: DocumentNode, skip: Skip): Seam[] {
  const seams: Seam[] = []
  let before = ''
  let node = html.firstChild(root)
  while (node !== null && seams.length < MOST_SEAMS) {
    const isSkipped = skip.has(node)
    const characters = isSkipped ? null : html.characters(node)
    if (characters?.trim()) {
      const kind = kindOf(html, node, before, characters)
      if (kind) seams.push({ node, kind })
      // The sign may stand between the digits and their cents, in a text of its own.
      before = /\d/.test(characters) ? characters : (before + characters).slice(-20)
    }
    node = (isSkipped ? null : html.firstChild(node)) ?? nextAfter(html, node, root)
  }
  return seams
}

function kindOf(html: HtmlDocument, node: DocumentNode, before: string, text: string): Seam['kind'] | null {
  const digits = text.trim()
  if (!/^\d/.test(digits) || !/\d\s?\p{Sc}?\s*$/u.test(before)) return null
  const isWhole = !/[.,]\d{1,2}\s?\p{Sc}?\s*$/u.test(before)
  const element = html.parent(node)!
  if (isWhole && /^\d\d$/.test(digits) && isForCents(html, element)) return 'cents'
  const isAfterAll = !isWhole || /\p{Sc}\s*$/u.test(before)
  if (isAfterAll && /^\d\)?$/.test(digits) && html.elementName(element) === 'sup') return 'footnote'
  const isTouching = /\d$/.test(before) && /^\d/.test(text)
  const areSingle = /(?<!\d)\d$/.test(before) && /^\d(?!\d)/.test(text)
  return isTouching && !areSingle ? 'unclear' : null
}

const isForCents = (html: HtmlDocument, element: DocumentNode) =>
  SMALL.has(html.elementName(element) ?? '') || CENTS.test(html.attribute(element, 'class') ?? '')

interface Joint {
  root: DocumentNode
  skip: Skip
  seam: Seam
  /** With the seams after this one joined. */
  text: string
  decimal: string | undefined
}

function join(html: HtmlDocument, { root, skip, seam: { node, kind }, text, decimal }: Joint): string {
  const after = new Set([...skip, ...following(html, node, root)])
  const until = readText(html, root, after)
  const before = readText(html, root, new Set([...after, node]))
  if (!text.startsWith(until) || !until.startsWith(before)) return text
  const [own, rest] = [until.slice(before.length).trim(), text.slice(until.length)]
  if (kind === 'footnote') return before + rest
  if (kind === 'unclear')
    return /\d$/.test(before) && /^\d/.test(text.slice(before.length)) ? before + SEAM + own + rest : text
  return before.replace(/(\d)(\s?\p{Sc}?\s*)$/u, `$1${decimal ?? markFor(before)}${own}$2`) + rest
}

/** The mark that cannot be taken for one between thousands. */
const markFor = (text: string) => (/\.\d{3}\D*$/.test(text) ? ',' : '.')

/** The nodes after one: those beside it, and beside all that it is in. */
function following(html: HtmlDocument, from: DocumentNode, root: DocumentNode): DocumentNode[] {
  const nodes: DocumentNode[] = []
  for (let node = from; node !== root; node = html.parent(node)!)
    for (let next = html.nextSibling(node); next !== null; next = html.nextSibling(next)) nodes.push(next)
  return nodes
}
