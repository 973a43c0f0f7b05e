import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { bestOfSrcset, LAZY_PICTURES, SRCSET_ATTRIBUTES } from '../parsers/html/image-addresses.ts'
import { childElements } from '../parsers/html/markdown-table.ts'
import { attributeText, writeHtml } from '../parsers/html/write-html.ts'
import type { BrowserLooks } from './browser-looks.ts'
import { type Embedding, NOTHING } from './embedding.ts'
import { resourceAddress } from './resources.ts'
import type { FindSprite, Sprite } from './sprites.ts'
import { writeSheet } from './write-sheet.ts'

/** Elements that run, navigate or fetch something, or that are not part of the tree that rules read. */
const UNSHOWN = new Set([
  'script',
  'noscript',
  'template',
  'link',
  'base',
  'meta',
  'object',
  'embed',
  'plaintext',
])

/** Attributes that load something which is not shown. */
const LOADING = new Set(['src', 'srcset', 'sizes', 'loading', 'srcdoc', 'data', 'ping', 'autofocus'])
/** Attributes that load a picture. */
const PICTURES = new Set(['poster', 'background'])
/** Maximum number of characters in a sprite. */
const MOST_SPRITE = 50_000
/** Elements whose `href` is the target of a link. */
const LINKS = new Set(['a', 'area'])
const HREF = /^(?:xlink:)?href$/

const NO_EDGES = { first: '', last: '' }

const prefixed = (declaration: string) => declaration && `;${declaration}`

/** How to write the elements of a page so that they keep their looks and load nothing. */
export interface ElementWriting {
  instead(node: DocumentNode): string | undefined
  attribute(node: DocumentNode, name: string, value: string): string | null
  added(node: DocumentNode): string
}

/** What writing the elements of a page needs besides the page. */
interface ElementParts {
  base: string | null
  /** Returns the attribute with the number of an element. */
  numbered: (node: DocumentNode) => string
  numbers: ReadonlyMap<DocumentNode, number>
  /** Rules of style elements that scripts have changed, by element number. */
  styles: BrowserLooks['styles']
  linked: BrowserLooks['linked']
  /** Returns the style that keeps an element hidden, whatever the width of the frame and the sheets that are available. */
  hiding: (node: DocumentNode) => string
  findSprite: FindSprite
}

/** Returns how to write the elements of a page. */
export function writeElements(
  html: HtmlDocument,
  embedding: Embedding,
  { base, numbered, numbers, styles, linked, hiding, findSprite }: ElementParts,
): ElementWriting {
  const read = (node: DocumentNode, name: string) => html.attribute(node, name)?.trim() ?? ''
  const nameOf = (node: DocumentNode) => html.elementName(node) ?? ''

  const styleElement = (number: string, css: string, media: string) => {
    const about = media && attributeText('media', media)
    return `<style${number}${about}>${embedding.style(css)}</style>`
  }

  const changedRules = (node: DocumentNode) => styles.get(numbers.get(node) ?? -1)

  const linkedSheet = (node: DocumentNode) => {
    const rel = read(node, 'rel').toLowerCase().split(/\s+/)
    const isSheet = rel.includes('stylesheet') && !rel.includes('alternate')
    if (!isSheet || html.attribute(node, 'disabled') !== null || changedRules(node) === '') return ''
    const href = read(node, 'href')
    const sheet = embedding.sheet('sheet', href, base)
    // A sheet with `media="print"` and an `onload` script is loaded late and then applied to all media.
    const media = html.attribute(node, 'onload') === null ? read(node, 'media') : ''
    const written = sheet ? styleElement(numbered(node), writeSheet(sheet, embedding), media) : ''
    const { first, last } = linked.get(numbers.get(node) ?? -1) ?? NO_EDGES
    const address = sheet?.base ?? resourceAddress(href, base)
    const beside = (css: string) =>
      css && styleElement('', writeSheet({ css, base: address }, embedding), media)
    return beside(first) + written + beside(last)
  }

  const ownSheet = (node: DocumentNode) => {
    const text = html.firstChild(node)
    const written = text === null ? '' : (html.characters(text) ?? '')
    const css = changedRules(node) ?? written
    return styleElement(numbered(node), writeSheet({ css, base }, embedding), read(node, 'media'))
  }

  const pictureOf = (node: DocumentNode) => {
    const own = read(node, 'src')
    if (own && !/^data:/i.test(own)) return own
    const late = LAZY_PICTURES.map(name => read(node, name)).find(Boolean)
    return late ?? setOf(node) ?? setOfSource(node) ?? own
  }

  const setOf = (node: DocumentNode) =>
    SRCSET_ATTRIBUTES.map(name => bestOfSrcset(read(node, name))).find(Boolean)

  const setsOfPictures = new Map<DocumentNode, string | null | undefined>()
  /**
   * Returns the address from the `source` elements of a picture, which may be the only ones it has. Looked up once per
   * picture, however many images it has.
   */
  const setOfSource = (image: DocumentNode) => {
    const parent = html.parent(image)
    if (parent === null || nameOf(parent) !== 'picture') return undefined
    if (!setsOfPictures.has(parent)) {
      const sources = childElements(parent, html).filter(node => nameOf(node) === 'source')
      setsOfPictures.set(parent, sources.map(setOf).find(Boolean))
    }
    return setsOfPictures.get(parent)
  }

  const isPicture = (node: DocumentNode) =>
    nameOf(node) === 'img' || (nameOf(node) === 'input' && read(node, 'type').toLowerCase() === 'image')

  const linkOf = (node: DocumentNode, value: string) => {
    if (LINKS.has(nameOf(node)) || value.startsWith('#')) return value
    return nameOf(node) === 'image' ? embedding.address('picture', value, base) : null
  }

  const sprites = new Map<Sprite, string>()
  /** Writes the sprite that a `use` shows as an `svg` of its own. */
  const usedSprite = (node: DocumentNode) => {
    const reference = read(node, 'href') || read(node, 'xlink:href')
    const sprite = reference.startsWith('#') ? null : findSprite(reference, base)
    if (!sprite) return undefined
    const rest = sprites.get(sprite) ?? writeSprite(sprite, embedding)
    sprites.set(sprite, rest)
    const own = html.attributeNames(node).map(name => {
      const value = HREF.test(name) ? null : writing.attribute(node, name, read(node, name))
      return value === null ? '' : attributeText(name, value)
    })
    return `<svg${writing.added(node)}${own.join('')}${rest}</svg>`
  }

  const writing: ElementWriting = {
    instead(node) {
      const name = html.elementName(node)
      if (name === 'use') return usedSprite(node)
      if (name === 'link') return linkedSheet(node)
      if (name === 'style') return ownSheet(node)
      return name !== null && UNSHOWN.has(name) ? '' : undefined
    },
    attribute(node, name, value) {
      if (name === 'style') return `${writeSheet({ css: value, base }, embedding)}${prefixed(hiding(node))}`
      if (LOADING.has(name) || name.startsWith('on')) return null
      if (PICTURES.has(name)) return embedding.address('background', value, base)
      return HREF.test(name) ? linkOf(node, value) : value
    },
    added(node) {
      const picture = isPicture(node) ? embedding.address('picture', pictureOf(node), base) : NOTHING
      // Without `src`, the browser shows the alternative text.
      const source = picture === NOTHING ? '' : attributeText('src', picture)
      const hidden = html.attribute(node, 'style') === null ? hiding(node) : ''
      return numbered(node) + source + (hidden && attributeText('style', hidden))
    },
  }
  return writing
}

/** Attributes of a symbol that move to the `svg` that replaces its `use`. */
const OF_SYMBOL = ['viewBox', 'preserveAspectRatio', 'fill', 'stroke', 'stroke-width']

/** Writes the rest of the `svg` tag of a sprite, and its content. Sprites within it are left out. */
function writeSprite({ html, node, base }: Sprite, embedding: Embedding): string {
  const nothing = () => ''
  const none = new Map()
  const parts = {
    base,
    numbered: nothing,
    numbers: none,
    styles: none,
    linked: none,
    hiding: nothing,
    findSprite: () => null,
  }
  const writing = writeElements(html, embedding, parts)
  const isSymbol = /^(?:symbol|svg)$/.test(html.elementName(node) ?? '')
  const shared = isSymbol ? OF_SYMBOL.filter(name => html.attribute(node, name) !== null) : []
  const attributes = shared.map(name => attributeText(name, html.attribute(node, name)!))
  const inner = writeHtml(html, node, { skip: new Set(), outer: !isSymbol, most: MOST_SPRITE, ...writing })
  return `${attributes.join('')}>${inner.length > MOST_SPRITE ? '' : inner}`
}
