import { type DocumentNode, type HtmlDocument, type HtmlEngine, NO_SKIP } from '../html/document.ts'
import { openShadows } from '../parsers/html/open-shadows.ts'
import { writeHtml } from '../parsers/html/write-html.ts'
import { NUMBER_ATTRIBUTE } from '../parsers/node-number.ts'
import { numberElements } from '../parsers/number-elements.ts'
import { BASE_ELEMENTS, baseOf } from '../parsers/values/read-url.ts'
import { isXml } from '../parsers/xml/is-xml.ts'
import { type BrowserLooks, type HiddenElements, readBrowserLooks } from './browser-looks.ts'
import { createEmbedder } from './embedding.ts'
import type { Resources } from './resources.ts'
import { createSprites } from './sprites.ts'
import { createElementWriter, type ElementWriter } from './write-elements.ts'
import { writeSheet } from './write-sheet.ts'

/** A page for display: the tree that rules read, written as HTML. */
export interface ShownPage {
  html: string
  /** Whether the page continues after what is shown. */
  cut: boolean
  /** Addresses of style sheets, pictures and fonts that nobody has tried to fetch yet, most needed first. */
  missing: string[]
}

/** How to show a page. */
interface ShowOptions {
  /** Maximum number of characters, without resources. */
  most: number
  /** Address of the page, the base of its resources. */
  url: string | undefined
  resources: Resources
}

/** JSON, like XML, is read by rules of its own, not from elements that a browser shows. */
const JSON_START = /^[\uFEFF\s]*[[{]/
/** Maximum depth of nested shadow trees that are shown. */
const MAX_DEPTH = 50

/**
 * Writes a page with the number of each HTML element in an attribute. The result has no scripts and fetches nothing: style
 * sheets, pictures and fonts are embedded if they are available.
 */
export function showPage(text: string, engine: HtmlEngine, { most, url, resources }: ShowOptions): ShownPage {
  const isNumbered = !isXml(text) && !JSON_START.test(text)
  const { html, numbers, inside } = openPage(text, engine)
  const numbered = (node: DocumentNode) =>
    isNumbered && numbers.has(node) ? ` ${NUMBER_ATTRIBUTE}="${numbers.get(node)}"` : ''
  const embedder = createEmbedder(resources)
  const base = baseIn(html, engine, url)
  const roots = html.select(engine.compile('shadow-root'), html.root, Number.POSITIVE_INFINITY)
  const looks = readBrowserLooks(text, numbers.size, roots.length)
  const findSprite = createSprites(engine, embedder)
  const hidden = hiddenNodes(
    looks,
    [...numbers.keys()],
    roots.map(root => inside.get(root) ?? []),
  )
  const hiding = (node: DocumentNode) => hidden.get(node) ?? ''
  const parts = { base, numbered, numbers, styles: looks.styles, linked: looks.linked, hiding, findSprite }
  const elements = createElementWriter(html, embedder, parts)
  const sheetsOf = (sheets: string[] = []) =>
    sheets.map(css => `<style>${embedder.style(writeSheet({ css, base }, embedder))}</style>`).join('')
  const sheetsByRoot = new Map(roots.map((node, at) => [node, looks.shadows[at]]))
  const writer = withShadows(html, elements, { most, sheets: node => sheetsOf(sheetsByRoot.get(node)) })
  const pageHtml = writeHtml(html, html.root, { skip: NO_SKIP, outer: false, most, ...writer })
  return {
    html: embedder.finish(pageHtml.slice(0, most) + sheetsOf(looks.page)),
    cut: pageHtml.length > most,
    missing: embedder.missing(),
  }
}

interface NumberedPage {
  html: HtmlDocument
  /** Numbers as rules see them, with shadow trees closed. */
  numbers: Map<DocumentNode, number>
  /** Elements of open shadow trees, by the shadow root. */
  inside: Map<DocumentNode, DocumentNode[]>
}

const NO_OPEN_TREES: NumberedPage['inside'] = new Map()

/** Opens the shadow trees of a page, unless that changes the elements around them from those that rules see. */
function openPage(text: string, engine: HtmlEngine): NumberedPage {
  const html = engine.parse(text)
  const numbers = numberElements(html, engine)
  const openedText = openShadows(text)
  if (!openedText.includes('<shadow-root>')) return { html, numbers, inside: NO_OPEN_TREES }
  const page = engine.parse(openedText)
  const { outside, inside } = treesOf(page, numberElements(page, engine).keys())
  const nameIn = (tree: HtmlDocument, node: DocumentNode) =>
    tree.elementName(node)!.replace('shadow-root', 'template')
  const isSame = [...numbers.keys()].every((node, at) => {
    const other = outside[at]
    return other !== undefined && nameIn(html, node) === nameIn(page, other)
  })
  if (!isSame || outside.length !== numbers.size) return { html, numbers, inside: NO_OPEN_TREES }
  return { html: page, numbers: new Map(outside.map((node, number) => [node, number])), inside }
}

/**
 * Returns the elements outside shadow trees, and the elements of each shadow tree. A shadow root belongs to the tree around
 * it.
 */
function treesOf(html: HtmlDocument, elements: Iterable<DocumentNode>) {
  const rootOf = new Map<DocumentNode, DocumentNode>()
  const outside: DocumentNode[] = []
  const inside: NumberedPage['inside'] = new Map()
  for (const node of elements) {
    const parent = html.parent(node)
    const root = parent !== null && html.elementName(parent) === 'shadow-root' ? parent : rootOf.get(parent!)
    if (root === undefined) outside.push(node)
    else {
      rootOf.set(node, root)
      if (!inside.has(root)) inside.set(root, [])
      if (html.elementName(node) !== 'shadow-root') inside.get(root)!.push(node)
    }
  }
  return { outside, inside }
}

/** Returns the styles that keep elements hidden which the browser did not show, in the page and in its shadow trees. */
function hiddenNodes(looks: BrowserLooks, page: DocumentNode[], shadows: DocumentNode[][]) {
  const hidden = new Map<DocumentNode, string>()
  const hide = (nodes: DocumentNode[], { gone, invisible }: HiddenElements) => {
    for (const number of invisible)
      if (nodes[number]) hidden.set(nodes[number], 'visibility:hidden!important')
    for (const number of gone) if (nodes[number]) hidden.set(nodes[number], 'display:none!important')
  }
  hide(page, looks)
  for (const [at, nodes] of shadows.entries()) {
    const treeLooks = looks.hidden[at]
    if (treeLooks?.elements === nodes.length) hide(nodes, treeLooks)
  }
  return hidden
}

/** Writes shadow trees as declarative shadow roots, so that their styles apply only inside them. */
function withShadows(
  html: HtmlDocument,
  elements: ElementWriter,
  { most, sheets }: { most: number; sheets: (node: DocumentNode) => string },
): ElementWriter {
  let depth = 0
  const writer: ElementWriter = {
    ...elements,
    instead(node) {
      if (html.elementName(node) !== 'shadow-root') return elements.instead(node)
      if (depth === MAX_DEPTH) return ''
      depth++
      const inner = writeHtml(html, node, { skip: NO_SKIP, outer: false, most, ...writer })
      depth--
      return `<template shadowrootmode="open">${inner}${sheets(node)}</template>`
    },
  }
  return writer
}

function baseIn(html: HtmlDocument, engine: HtmlEngine, url: string | undefined): string | null {
  const [base] = html.select(engine.compile(BASE_ELEMENTS), html.root, 1)
  return baseOf(base === undefined ? undefined : html.attribute(base, 'href')!, url)
}
