import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { bestOfSrcset, LATE_PICTURES, PICTURE_SETS } from '../parsers/html/image-addresses.ts'
import { attributeText } from '../parsers/html/write-html.ts'
import { type Embedding, NOTHING } from './embedding.ts'
import { writeSheet } from './write-sheet.ts'

/** What runs, leads away, fetches, or is not a part of the tree that rules read. */
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
/** Elements whose `href` is an address to go to. */
const LINKS = new Set(['a', 'area'])

/** How the elements of a page are written, so that they look as they do and load nothing. */
export interface ElementWriting {
  instead(node: DocumentNode): string | undefined
  attribute(node: DocumentNode, name: string, value: string): string | null
  added(node: DocumentNode): string
}

/** `numbered` is the attribute with the number of an element. */
export function writeElements(
  html: HtmlDocument,
  embedding: Embedding,
  { base, numbered }: { base: string | null; numbered: (node: DocumentNode) => string },
): ElementWriting {
  const read = (node: DocumentNode, name: string) => html.attribute(node, name)?.trim() ?? ''
  const nameOf = (node: DocumentNode) => html.elementName(node) ?? ''

  const styleElement = (node: DocumentNode, css: string, media: string) => {
    const about = media && attributeText('media', media)
    return `<style${numbered(node)}${about}>${embedding.style(css)}</style>`
  }

  const linkedSheet = (node: DocumentNode) => {
    const rel = read(node, 'rel').toLowerCase().split(/\s+/)
    const isSheet = rel.includes('stylesheet') && !rel.includes('alternate')
    if (!isSheet || html.attribute(node, 'disabled') !== null) return ''
    const sheet = embedding.sheet('sheet', read(node, 'href'), base)
    // A sheet for `print` with a script of its own is one that is loaded late, for every medium.
    const media = html.attribute(node, 'onload') === null ? read(node, 'media') : ''
    return sheet ? styleElement(node, writeSheet(sheet, embedding), media) : ''
  }

  const ownSheet = (node: DocumentNode) => {
    const text = html.firstChild(node)
    const css = text === null ? '' : (html.characters(text) ?? '')
    return styleElement(node, writeSheet({ css, base }, embedding), read(node, 'media'))
  }

  const pictureOf = (node: DocumentNode) => {
    const own = read(node, 'src')
    if (own && !/^data:/i.test(own)) return own
    const late = LATE_PICTURES.map(name => read(node, name)).find(Boolean)
    return late ?? PICTURE_SETS.map(name => bestOfSrcset(read(node, name))).find(Boolean) ?? own
  }

  const isPicture = (node: DocumentNode) =>
    nameOf(node) === 'img' || (nameOf(node) === 'input' && read(node, 'type').toLowerCase() === 'image')

  const linkOf = (node: DocumentNode, value: string) => {
    if (LINKS.has(nameOf(node)) || value.startsWith('#')) return value
    return nameOf(node) === 'image' ? embedding.address('picture', value, base) : null
  }

  return {
    instead(node) {
      const name = html.elementName(node)
      if (name === 'link') return linkedSheet(node)
      if (name === 'style') return ownSheet(node)
      return name !== null && UNSHOWN.has(name) ? '' : undefined
    },
    attribute(node, name, value) {
      if (name === 'style') return writeSheet({ css: value, base }, embedding)
      if (LOADING.has(name) || name.startsWith('on')) return null
      if (PICTURES.has(name)) return embedding.address('background', value, base)
      return /^(?:xlink:)?href$/.test(name) ? linkOf(node, value) : value
    },
    added(node) {
      const picture = isPicture(node) ? embedding.address('picture', pictureOf(node), base) : NOTHING
      // Without an address its words are shown in its place.
      return numbered(node) + (picture === NOTHING ? '' : attributeText('src', picture))
    },
  }
}
