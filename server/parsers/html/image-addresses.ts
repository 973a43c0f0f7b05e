import type { DocumentNode, HtmlDocument } from '../../html/document.ts'

/** Attributes with the addresses of a picture in several sizes. */
export const SRCSET_ATTRIBUTES = ['srcset', 'data-srcset', 'data-lazy-srcset']
/** Pages that load pictures lazily have a placeholder in `src`, and the address in one of these attributes. */
export const LAZY_PICTURES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url']

/** The same for the background of an element, as an address or as `url(…)`; some hold a colour there. */
const LAZY_BACKGROUNDS = ['data-bg', 'data-background-image', 'data-background']
const ADDRESS = /^(?:https?:)?\/\/.|^\.{0,2}\/.|.\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|[?#])/i

/** The addresses of backgrounds that an element loads late. */
export const lazyBackgrounds = (read: (name: string) => string): string[] =>
  LAZY_BACKGROUNDS.map(read).flatMap(text => urlOfStyle(text) ?? (isAddress(text) ? text : []))

const isAddress = (text: string) => !/\s/.test(text) && ADDRESS.test(text)

/** What a template has for an address until a script fills it in: `{{image}}`, `${src}`, `%%url%%`, `{width}`. */
const TEMPLATE = /\{\{|\$\{|\{[a-z][a-z_]*\}|<%|\{%|%%\w+%%/i

/** Whether an address of a picture leads nowhere: that of a picture inside the page, or a place in a template. */
export const leadsNowhere = (address: string) =>
  address === '' || /^(?:data|about|blob):/i.test(address) || TEMPLATE.test(address)

/** What ends an address of a set: a comma with a blank, one before another address, or one behind a size. */
const END_OF_PART = /,\s+|(?<!;base64),(?=https?:|\/)|(?<=\s[\d.]{1,9}[wxh]),/

/** Returns the address in a `srcset` with the largest width or density; null if there is none. */
export function bestOfSrcset(srcset: string): string | null {
  let best: { url: string; size: number } | null = null
  for (const part of srcset.split(END_OF_PART)) {
    const [url = '', descriptor = '1x'] = part.trim().split(/\s+/)
    const size = Number.parseFloat(descriptor) || 1
    if (url && (!best || size > best.size) && !TEMPLATE.test(url)) best = { url: url.replace(/,$/, ''), size }
  }
  return best?.url ?? null
}

/**
 * Returns the address of a picture as the page shows it: the lazily loaded one, else `src`, else the largest of its sets. A
 * placeholder inside the page (`data:`) is returned only if there is nothing else.
 */
function shownPicture(read: (name: string) => string): string {
  const src = read('src')
  const lazy = LAZY_PICTURES.filter(name => name !== 'data-url' || leadsNowhere(src)).map(read)
  const addresses = [...lazy, src, ...SRCSET_ATTRIBUTES.map(name => bestOfSrcset(read(name)) ?? '')]
  return addresses.find(address => !leadsNowhere(address)) ?? (TEMPLATE.test(src) ? '' : src)
}

/** Maximum number of elements beside an image in which to look for its address. */
const MAX_SOURCES = 20

/** Returns the address of an image, or of the first `source` beside it that has one if the image has none. */
export function pictureOf(html: HtmlDocument, node: DocumentNode): string {
  const read = (element: DocumentNode) => shownPicture(name => html.attribute(element, name)?.trim() ?? '')
  const own = read(node)
  const parent = html.parent(node)
  if (!leadsNowhere(own) || parent === null || html.elementName(parent) !== 'picture') return own
  let sibling = html.firstChild(parent)
  for (let step = 0; sibling !== null && step < MAX_SOURCES; step++, sibling = html.nextSibling(sibling)) {
    const source = html.elementName(sibling) === 'source' ? read(sibling) : ''
    if (!leadsNowhere(source)) return source
  }
  return own
}

/** The address of a style after `url(`. In quotes, it may contain brackets. */
const STYLE_ADDRESS =
  /^(?:"([^"\\]*(?:\\.[^"\\]*)*)"\s*\)|'([^'\\]*(?:\\.[^'\\]*)*)'\s*\)|([^)\\]*(?:\\.[^)\\]*)*)\))/s
/** A character by its code point, or one that would end the address: `https\3a //…`, `\)`. */
const STYLE_ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gis

/** A pattern that passes over millions of escapes would exceed the stack. */
const MAX_ESCAPED_LENGTH = 100_000

/** Returns the first `url(…)` of a style; null if there is none. */
export function urlOfStyle(style: string): string | null {
  const start = style.toLowerCase().indexOf('url(')
  if (start < 0) return null
  const text = style.slice(start + 4).trimStart()
  const [, quoted, single, plain] =
    STYLE_ADDRESS.exec(text.includes('\\') ? text.slice(0, MAX_ESCAPED_LENGTH) : text) ?? []
  const address = (quoted ?? single ?? plain?.trim().replace(/^['"]|['"]$/g, ''))?.trim() || null
  return address?.includes('\\') ? address.replace(STYLE_ESCAPE, unescapeStyle) : address
}

const unescapeStyle = (_: string, hex: string | undefined, char = ''): string => {
  const code = Number.parseInt(hex ?? '', 16)
  return hex === undefined ? char : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}
