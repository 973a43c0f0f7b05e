import { type DocumentNode, type HtmlDocument, NO_SKIP } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import type { Markup } from '../html/markup.ts'
import { childElements, nextAfter } from '../html/walk-nodes.ts'
import { attributeText, escapeText, writeHtml } from '../parsers/html/write-html.ts'
import { isXml } from '../parsers/xml/is-xml.ts'
import { xmlEngine } from '../parsers/xml/xml-engine.ts'

/**
 * Converts an XML page to HTML, which page readers expect: a feed to its entries with their links, any other XML to a
 * paragraph for each text. Returns any other page unchanged.
 */
export const asHtml = (page: Markup): Markup => (isXml(page) ? htmlOf(xmlEngine.parse(page)) : page)

function htmlOf(xml: HtmlDocument): string {
  const [root] = childElements(xml, xml.root)
  if (root === undefined) return ''
  const isChannel = (node: DocumentNode) => localName(xml, node) === 'channel'
  const heads = [root, ...childElements(xml, root).filter(isChannel)]
  const entries = heads.flatMap(head => childElements(xml, head).filter(node => isEntry(xml, node)))
  if (!FEEDS.has(localName(xml, root)) || entries.length === 0) return paragraphsOf(xml, root)
  const base = heads.reduce((outerBase, head) => baseIn(xml, head, outerBase), '')
  const texts = entries.map(entry => entryOf(xml, entry, base))
  return `${headOf(xml, heads.at(-1)!)}${base && `<base${attributeText('href', base)}>`}${texts.join('')}`
}

/** Returns the base address within an element according to XML Base; '' if there is none. */
function baseIn(xml: HtmlDocument, node: DocumentNode, outerBase: string): string {
  const ownBase = xml.attribute(node, 'xml:base')?.trim() ?? ''
  const base = ownBase === '' ? outerBase : resolveAddress(ownBase, outerBase)
  return base.length > MAX_BASE_LENGTH ? outerBase : base
}

/** Maximum length of a base address. Nested elements can make each base longer than the one around it. */
const MAX_BASE_LENGTH = 2_000

/** Resolves an address against a base, or returns it unchanged if that is not possible. */
const resolveAddress = (address: string, base: string): string => URL.parse(address, base)?.href ?? address

const FEEDS = new Set(['rss', 'feed', 'rdf'])
const ENTRIES = new Set(['item', 'entry'])

const isEntry = (xml: HtmlDocument, node: DocumentNode) => ENTRIES.has(localName(xml, node))

const localName = (xml: HtmlDocument, node: DocumentNode) =>
  xml.elementName(node)!.replace(/^.*:/, '').toLowerCase()

/**
 * Returns a function that finds child elements by name, ignoring the prefix of the parent element: `media:title` is not the
 * title of an `item`.
 */
function partsOf(xml: HtmlDocument, node: DocumentNode): (name: string) => DocumentNode[] {
  const prefix = /^.*:/.exec(xml.elementName(node)!)?.[0] ?? ''
  const parts = Map.groupBy(childElements(xml, node), child => {
    const name = xml.elementName(child)!
    return name.startsWith(prefix) ? name.slice(prefix.length) : name
  })
  return name => parts.get(name) ?? []
}

/** Writes the title, description and language of a feed. The feed's own address is left out, because it is not an entry. */
function headOf(xml: HtmlDocument, head: DocumentNode): string {
  const parts = partsOf(xml, head)
  const text = (name: string) => textOf(xml, parts(name)[0])
  const language = text('language') || xml.attribute(head, 'xml:lang') || ''
  const summary = text('description') || text('subtitle')
  const start = language && `<html${attributeText('lang', language)}>`
  return `${start}${inElement('h1', escapeText(text('title')))}${inElement('p', escapeText(summary))}`
}

function entryOf(xml: HtmlDocument, entry: DocumentNode, around: string): string {
  const parts = partsOf(xml, entry)
  const firstPart = (...names: string[]) => names.map(name => parts(name)[0]).find(node => node !== undefined)
  const base = baseIn(xml, entry, around)
  const address = addressOfEntry(xml, parts, base)
  const title = escapeText(textOf(xml, firstPart('title')) || address)
  const facts = [firstPart('pubDate', 'published', 'updated', 'dc:date'), firstPart('author', 'dc:creator')]
  const details = facts.map(node => textOf(xml, nameIn(xml, node))).filter(Boolean)
  const text = firstPart('content:encoded', 'content', 'description', 'summary')
  const heading = inElement('h2', address ? anchor(address, title) : title)
  return `<article>${heading}${inElement('p', escapeText(details.join(' · ')))}${markupIn(xml, text, { entry, around, base })}</article>`
}

/** Returns the `name` of an Atom author, which may also have an address; otherwise the element itself. */
function nameIn(xml: HtmlDocument, node: DocumentNode | undefined): DocumentNode | undefined {
  if (node === undefined) return undefined
  return childElements(xml, node).find(child => localName(xml, child) === 'name') ?? node
}

const WEB_ADDRESS = /^https?:\/\/\S+$/i

/** Returns the address of an entry, or '' if it has none. */
function addressOfEntry(
  xml: HtmlDocument,
  parts: (name: string) => DocumentNode[],
  outerBase: string,
): string {
  const links = parts('link').filter(node => (xml.attribute(node, 'rel') ?? 'alternate') === 'alternate')
  const addressIn = (node: DocumentNode) => xml.attribute(node, 'href') ?? textOf(xml, node)
  const linkAddresses = links.map(
    node => addressIn(node) && resolveAddress(addressIn(node), baseIn(xml, node, outerBase)),
  )
  const ids = parts('guid').filter(node => xml.attribute(node, 'isPermaLink') !== 'false')
  const idAddresses = ids.map(node => textOf(xml, node)).filter(id => WEB_ADDRESS.test(id))
  const fileAddresses = parts('enclosure').map(node => xml.attribute(node, 'url') ?? '')
  return [...linkAddresses, ...idAddresses, ...fileAddresses].find(address => address !== '') ?? ''
}

interface EntryBase {
  entry: DocumentNode
  /** The base addresses of the feed (`around`) and of the entry (`base`). */
  around: string
  base: string
}

/** Returns the markup of an entry's text: Atom declares its type, RSS always has HTML. */
function markupIn(
  xml: HtmlDocument,
  node: DocumentNode | undefined,
  { entry, around, base }: EntryBase,
): string {
  if (node === undefined) return ''
  const type = xml.attribute(node, 'type') ?? (localName(xml, entry) === 'entry' ? 'text' : 'html')
  if (type === 'text') return inElement('p', escapeText(textOf(xml, node)))
  const isXhtml = type === 'xhtml'
  const markup = isXhtml ? writeHtml(xml, node, { skip: NO_SKIP, outer: false }) : charactersOf(xml, node)
  return closeMarkup(markup, { around, base: baseIn(xml, node, base) })
}

const BODY = fastEngine.compile('body')
/** Elements that would affect the whole page, or swallow what follows them. */
const OMITTED_ELEMENTS = new Set(['script', 'style', 'base', 'meta', 'link', 'template', 'plaintext'])

/**
 * Closes all elements of an entry's markup, so that it cannot affect the next entry. Resolves its addresses if their base is
 * not that of the page.
 */
function closeMarkup(markup: string, { around, base }: Omit<EntryBase, 'entry'>): string {
  const html = fastEngine.parse(markup)
  const [body] = html.select(BODY, html.root, 1)
  if (body === undefined) return ''
  const bases = new Map([[body, base]])
  const instead = (node: DocumentNode) => {
    const name = html.elementName(node)
    if (name !== null) bases.set(node, baseIn(html, node, bases.get(html.parent(node)!)!))
    return OMITTED_ELEMENTS.has(name ?? '') ? '' : undefined
  }
  const attribute = (node: DocumentNode, name: string, value: string) => {
    const ownBase = bases.get(node)!
    return ADDRESS_ATTRIBUTES.has(name) && ownBase !== around ? resolveAddress(value.trim(), ownBase) : value
  }
  return writeHtml(html, body, { skip: NO_SKIP, outer: false, instead, attribute })
}

const ADDRESS_ATTRIBUTES = new Set(['href', 'src'])

/** Writes a paragraph for each element that has text of its own, or an address in an attribute. */
function paragraphsOf(xml: HtmlDocument, root: DocumentNode): string {
  const pieces: string[] = []
  for (let node: DocumentNode | null = root; node !== null; ) {
    const isText = hasOwnText(xml, node)
    pieces.push(inElement('p', isText ? lineOf(xml, node) : labelOf(xml, node)))
    node = (isText ? null : childElements(xml, node)[0]) ?? nextElement(xml, node, root)
  }
  return pieces.join('')
}

function nextElement(xml: HtmlDocument, from: DocumentNode, root: DocumentNode): DocumentNode | null {
  let node = nextAfter(xml, from, root)
  while (node !== null && xml.elementName(node) === null) node = nextAfter(xml, node, root)
  return node
}

function hasOwnText(xml: HtmlDocument, node: DocumentNode): boolean {
  for (let child = xml.firstChild(node); child !== null; child = xml.nextSibling(child))
    if (xml.characters(child)?.trim()) return true
  return false
}

/** Writes the text of an element with its links; a text that is an address becomes a link to it. */
function lineOf(xml: HtmlDocument, root: DocumentNode): string {
  const pieces: string[] = []
  for (let node: DocumentNode | null = root; node !== null; ) {
    const [address] = addressesOf(xml, node)
    const text = address === undefined ? (xml.characters(node) ?? '') : textOf(xml, node)
    pieces.push(address === undefined ? linkText(text) : anchor(address, escapeText(text)))
    node = (address === undefined ? xml.firstChild(node) : null) ?? nextAfter(xml, node, root)
  }
  return pieces.join('')
}

const linkText = (text: string) =>
  WEB_ADDRESS.test(text.trim()) ? anchor(text.trim(), escapeText(text)) : escapeText(text)

/** Writes the attributes of an element without text, such as an `outline` of OPML. */
function labelOf(xml: HtmlDocument, node: DocumentNode): string {
  const label = xml.attribute(node, 'text') ?? xml.attribute(node, 'title') ?? ''
  const [address, ...others] = addressesOf(xml, node)
  if (address === undefined) return escapeText(label)
  return [anchor(address, escapeText(label || address)), ...others.map(linkText)].join(' ')
}

const ADDRESSES = ['href', 'xlink:href', 'url', 'htmlUrl', 'xmlUrl']

const addressesOf = (xml: HtmlDocument, node: DocumentNode): string[] =>
  ADDRESSES.flatMap(name => xml.attribute(node, name)?.trim() || [])

const textOf = (xml: HtmlDocument, node: DocumentNode | undefined): string =>
  node === undefined ? '' : xml.text(node, NO_SKIP)

/** Returns the characters of an element unchanged. */
function charactersOf(xml: HtmlDocument, root: DocumentNode): string {
  const pieces: string[] = []
  for (let node: DocumentNode | null = root; node !== null; ) {
    pieces.push(xml.characters(node) ?? '')
    node = xml.firstChild(node) ?? nextAfter(xml, node, root)
  }
  return pieces.join('')
}

const anchor = (address: string, content: string) => `<a${attributeText('href', address)}>${content}</a>`

const inElement = (name: string, content: string) => content && `<${name}>${content}</${name}>`
