import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { childElements } from '../html/walk-nodes.ts'
import {
  bestOfSrcset,
  LAZY_PICTURES,
  leadsNowhere,
  SRCSET_ATTRIBUTES,
} from '../parsers/html/image-addresses.ts'
import { attributeText, writeHtml } from '../parsers/html/write-html.ts'
import type { BrowserLooks } from './browser-looks.ts'
import { EMPTY_ADDRESS, type Embedder } from './embedding.ts'
import { resourceAddress } from './resources.ts'
import type { FindSprite, Sprite } from './sprites.ts'
import { writeSheet } from './write-sheet.ts'

/** Elements that run, navigate or fetch something, or that are not part of the tree that rules read. */
const OMITTED_ELEMENTS = new Set([
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
const LOADING_ATTRIBUTES = new Set([
  'src',
  'srcset',
  'sizes',
  'loading',
  'srcdoc',
  'data',
  'ping',
  'autofocus',
])
/** Attributes that load a picture. */
const PICTURE_ATTRIBUTES = new Set(['poster', 'background'])
/** Maximum number of characters in a sprite. */
const MAX_SPRITE_LENGTH = 50_000
/** Elements whose `href` is the target of a link. */
const LINK_ELEMENTS = new Set(['a', 'area'])
const HREF = /^(?:xlink:)?href$/

const NO_EDGES = { first: '', last: '' }

const prefixed = (declaration: string) => declaration && `;${declaration}`

/** How to write the elements of a page so that they keep their looks and load nothing. */
export interface ElementWriter {
  instead(node: DocumentNode): string | undefined
  attribute(node: DocumentNode, name: string, value: string): string | null
  added(node: DocumentNode): string
}

/** What writing the elements of a page needs besides the page. */
interface ElementWriterDependencies {
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
export function createElementWriter(
  html: HtmlDocument,
  embedder: Embedder,
  { base, numbered, numbers, styles, linked, hiding, findSprite }: ElementWriterDependencies,
): ElementWriter {
  const readAttribute = (node: DocumentNode, name: string) => html.attribute(node, name)?.trim() ?? ''
  const nameOf = (node: DocumentNode) => html.elementName(node) ?? ''

  const styleElement = (number: string, css: string, media: string) => {
    const mediaAttribute = media && attributeText('media', media)
    return `<style${number}${mediaAttribute}>${embedder.style(css)}</style>`
  }

  const changedRules = (node: DocumentNode) => styles.get(numbers.get(node) ?? -1)

  const linkedSheet = (node: DocumentNode) => {
    const rel = readAttribute(node, 'rel').toLowerCase().split(/\s+/)
    const isSheet = rel.includes('stylesheet') && !rel.includes('alternate')
    if (!isSheet || html.attribute(node, 'disabled') !== null || changedRules(node) === '') return ''
    const href = readAttribute(node, 'href')
    const sheet = embedder.sheet('sheet', href, base)
    // A sheet with `media="print"` and an `onload` script is loaded late and then applied to all media.
    const media = html.attribute(node, 'onload') === null ? readAttribute(node, 'media') : ''
    const sheetHtml = sheet ? styleElement(numbered(node), writeSheet(sheet, embedder), media) : ''
    const { first, last } = linked.get(numbers.get(node) ?? -1) ?? NO_EDGES
    const address = sheet?.base ?? resourceAddress(href, base)
    const edgeStyle = (css: string) =>
      css && styleElement('', writeSheet({ css, base: address }, embedder), media)
    return edgeStyle(first) + sheetHtml + edgeStyle(last)
  }

  const ownSheet = (node: DocumentNode) => {
    const text = html.firstChild(node)
    const originalCss = text === null ? '' : (html.characters(text) ?? '')
    const css = changedRules(node) ?? originalCss
    return styleElement(numbered(node), writeSheet({ css, base }, embedder), readAttribute(node, 'media'))
  }

  const pictureOf = (node: DocumentNode) => {
    const source = readAttribute(node, 'src')
    if (!leadsNowhere(source)) return source
    const lazySource = LAZY_PICTURES.map(name => readAttribute(node, name)).find(
      address => !leadsNowhere(address),
    )
    return lazySource ?? srcsetPicture(node) ?? sourcePicture(node) ?? source
  }

  const srcsetPicture = (node: DocumentNode) =>
    SRCSET_ATTRIBUTES.map(name => bestOfSrcset(readAttribute(node, name))).find(Boolean)

  const sourcesByPicture = new Map<DocumentNode, string | null | undefined>()
  /**
   * Returns the address from the `source` elements of a picture, which may be the only ones it has. Looked up once per
   * picture, however many images it has.
   */
  const sourcePicture = (image: DocumentNode) => {
    const parent = html.parent(image)
    if (parent === null || nameOf(parent) !== 'picture') return undefined
    if (!sourcesByPicture.has(parent)) {
      const sources = childElements(html, parent).filter(node => nameOf(node) === 'source')
      sourcesByPicture.set(parent, sources.map(srcsetPicture).find(Boolean))
    }
    return sourcesByPicture.get(parent)
  }

  const isPicture = (node: DocumentNode) =>
    nameOf(node) === 'img' ||
    (nameOf(node) === 'input' && readAttribute(node, 'type').toLowerCase() === 'image')

  const linkOf = (node: DocumentNode, value: string) => {
    if (LINK_ELEMENTS.has(nameOf(node)) || value.startsWith('#')) return value
    return nameOf(node) === 'image' ? embedder.address('picture', value, base) : null
  }

  const sprites = new Map<Sprite, string>()
  /** Writes the sprite that a `use` shows as an `svg` of its own. */
  const writeUse = (node: DocumentNode) => {
    const reference = readAttribute(node, 'href') || readAttribute(node, 'xlink:href')
    const sprite = reference.startsWith('#') ? null : findSprite(reference, base)
    if (!sprite) return undefined
    const spriteMarkup = sprites.get(sprite) ?? writeSprite(sprite, embedder)
    sprites.set(sprite, spriteMarkup)
    const attributes = html.attributeNames(node).map(name => {
      const value = HREF.test(name) ? null : writer.attribute(node, name, readAttribute(node, name))
      return value === null ? '' : attributeText(name, value)
    })
    return `<svg${writer.added(node)}${attributes.join('')}${spriteMarkup}</svg>`
  }

  const writer: ElementWriter = {
    instead(node) {
      const name = html.elementName(node)
      if (name === 'use') return writeUse(node)
      if (name === 'link') return linkedSheet(node)
      if (name === 'style') return ownSheet(node)
      return name !== null && OMITTED_ELEMENTS.has(name) ? '' : undefined
    },
    attribute(node, name, value) {
      if (name === 'style') return `${writeSheet({ css: value, base }, embedder)}${prefixed(hiding(node))}`
      if (LOADING_ATTRIBUTES.has(name) || name.startsWith('on')) return null
      if (PICTURE_ATTRIBUTES.has(name)) return embedder.address('background', value, base)
      return HREF.test(name) ? linkOf(node, value) : value
    },
    added(node) {
      const picture = isPicture(node) ? embedder.address('picture', pictureOf(node), base) : EMPTY_ADDRESS
      // Without `src`, the browser shows the alternative text.
      const source = picture === EMPTY_ADDRESS ? '' : attributeText('src', picture)
      const hidden = html.attribute(node, 'style') === null ? hiding(node) : ''
      return numbered(node) + source + (hidden && attributeText('style', hidden))
    },
  }
  return writer
}

/** Attributes of a symbol that move to the `svg` that replaces its `use`. */
const SYMBOL_ATTRIBUTES = ['viewBox', 'preserveAspectRatio', 'fill', 'stroke', 'stroke-width']

/** Writes the rest of the `svg` tag of a sprite, and its content. Sprites within it are left out. */
function writeSprite({ html, node, base }: Sprite, embedder: Embedder): string {
  const noText = () => ''
  const noElements = new Map()
  const parts = {
    base,
    numbered: noText,
    numbers: noElements,
    styles: noElements,
    linked: noElements,
    hiding: noText,
    findSprite: () => null,
  }
  const writer = createElementWriter(html, embedder, parts)
  const isSymbol = /^(?:symbol|svg)$/.test(html.elementName(node) ?? '')
  const shared = isSymbol ? SYMBOL_ATTRIBUTES.filter(name => html.attribute(node, name) !== null) : []
  const attributes = shared.map(name => attributeText(name, html.attribute(node, name)!))
  const inner = writeHtml(html, node, {
    skip: new Set(),
    outer: !isSymbol,
    most: MAX_SPRITE_LENGTH,
    ...writer,
  })
  return `${attributes.join('')}>${inner.length > MAX_SPRITE_LENGTH ? '' : inner}`
}
