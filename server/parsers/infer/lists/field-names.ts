import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { ancestorsOf } from '../page/nodes.ts'
import { kindOfName } from '../rules/name-kinds.ts'

const BY_READ: Readonly<Record<string, string>> = { '@href': 'url', image: 'image', '@datetime': 'date' }
const BY_TAG: Readonly<Record<string, string>> = {
  h1: 'title',
  h2: 'title',
  h3: 'title',
  h4: 'title',
  h5: 'title',
  h6: 'title',
  time: 'date',
  p: 'text',
  a: 'link',
  figcaption: 'caption',
  cite: 'author',
  address: 'address',
}
const NAMING_ATTRIBUTES = ['itemprop', 'data-field', 'data-testid', 'data-test', 'data-qa', 'aria-label']

/** Prefixes of names by which scripts and tests find an element: `js-headline`. */
const HOOK = /^(?:js|qa|e2e|test|hook)[-_]+/i

/** Returns a name for a part of an item: what the page calls it, or else what it is. Each name is used only once. */
export function fieldName(
  html: HtmlDocument,
  node: DocumentNode,
  read: string,
  item: DocumentNode,
  usedNames: string[],
): string {
  const nearest = node === item ? [node] : [node, ...ancestorsOf(html, node, item).slice(0, 1)]
  const pageName = nearest.map(element => nameIn(html, element)).find(name => name !== null)
  const heading = nearest.map(element => BY_TAG[html.elementName(element)!]).find(name => name === 'title')
  const base = BY_READ[read] ?? pageName ?? heading ?? BY_TAG[html.elementName(node)!] ?? 'text'
  if (!usedNames.includes(base)) return base
  const longer = BY_READ[read] && pageName ? `${pageName}_${base}` : base
  for (let number = 2; ; number++) {
    const name = longer !== base && number === 2 ? longer : `${base}_${number}`
    if (!usedNames.includes(name)) return name
  }
}

function nameIn(html: HtmlDocument, node: DocumentNode): string | null {
  const values = NAMING_ATTRIBUTES.map(attribute => html.attribute(node, attribute))
  const classes = (html.attribute(node, 'class') ?? '').split(/\s+/)
  const word = [...values, ...classes].find(
    name => name && name.length <= 40 && /^\p{L}/u.test(name) && kindOfName(name) === 'meaningful',
  )
  return word ? asName(word) : null
}

/** Converts `product__unitPrice` to `unit_price`: only the last part of a compound name is kept. */
function asName(word: string): string | null {
  const last = word.replace(HOOK, '').split(/__|--/).filter(Boolean).at(-1) ?? ''
  const name = last
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
  return name === '' ? null : name
}
