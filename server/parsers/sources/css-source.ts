import { type DocumentNode, type HtmlDocument, NO_SKIP, type Selector } from '../../html/document.ts'
import { type NodeReader, nodeReader, selectSkipped } from '../html/node-readers.ts'
import { nothingAt, type PageView, whyMissing } from '../page-view.ts'
import { EMPTY_TEXT, noValue, type ReadResult } from '../values/reading.ts'
import { readItem } from './json-source.ts'
import { type Range, rangesFrom } from './ranges.ts'
import type { CompiledSource, Scope } from './source.ts'

/** How a rule reads its nodes. */
export interface ReadMethod {
  /** A word such as `text`, or `@` and the name of an attribute. */
  word: string
  reader: NodeReader
  /** What is left out of each node before it is read. */
  remove: Selector | null
}

export const readMethod = (word: string, remove: Selector | null, reader = nodeReader(word)): ReadMethod => ({
  word,
  reader,
  remove,
})

/** Inside JSON, a text such as `"name"` is still a selector. */
const INSIDE_JSON = '; the object around is JSON, whose keys {"json": "name"} reads'

/** In a list of `a`, `a@href` is often written for `@href`. */
const ITSELF = ' inside this one: its own text is "", and its own attributes are read as in "@href"'

/** Selects elements inside the scope by CSS, and reads their text or an attribute. `css` is quoted in reasons. */
export function cssSource(
  css: string,
  selector: Selector,
  method: ReadMethod,
  limit: number,
  until: Selector | null = null,
): CompiledSource {
  const missing = nothingAt('element', css)
  const whyNone = ({ item, node }: Scope, page: PageView) => {
    if (item !== undefined) return whyMissing(page, missing + INSIDE_JSON)
    const isItself = node !== null && page.html().elementName(node) === css
    return whyMissing(page, isItself ? missing + ITSELF : missing)
  }
  const nodesIn = ({ range, node }: Scope, html: HtmlDocument) =>
    range ? range.select(selector, limit) : html.select(selector, node ?? html.root, limit)
  const source: CompiledSource = {
    find(scope, page) {
      const html = page.html()
      const nodes = nodesIn(scope, html)
      if (nodes.length === 0) return whyNone(scope, page)
      if (!until) return nodes.length === 1 ? [scopeOf(nodes[0]!)] : nodes.map(scopeOf)
      const ranges = rangesFrom(html, nodes, until)
      return nodes.map((node, index) => ({ node, item: undefined, range: ranges[index]! }))
    },
    read: (found, page) => readNode(found, page, method),
  }
  if (until) return source
  return {
    ...source,
    first(scope, page) {
      const [node] = nodesIn(scope, page.html())
      return node === undefined ? whyNone(scope, page) : readWhole(node, page, method)
    },
  }
}

const scopeOf = (node: DocumentNode): Scope => ({ node, item: undefined })

/** Reads the scope itself: the text or an attribute of the element, or the current JSON. */
export function itemSource(method: ReadMethod): CompiledSource {
  const read = (found: Scope, page: PageView) => {
    const isJson = found.item !== undefined && method.word === 'text'
    return isJson ? readItem(found) : readNode(found, page, method)
  }
  const source: CompiledSource = { find: scope => [scope], read }
  // `text` may be that of a JSON value, which `first` cannot read: it is for markup only.
  return method.word === 'text' ? source : { ...source, first: read }
}

export function readNode({ node, range }: Scope, page: PageView, method: ReadMethod): ReadResult {
  if (!range) return readWhole(node ?? page.html().root, page, method)
  return readingFrom(readParts(range, page.html(), method), page, method)
}

function readWhole(node: DocumentNode, page: PageView, method: ReadMethod): ReadResult {
  const html = page.html()
  return readingFrom(method.reader(html, node, selectSkipped(html, node, method.remove)), page, method)
}

function readingFrom(value: string | null, page: PageView, { word }: ReadMethod): ReadResult {
  if (value) return { value }
  return noValue(whyMissing(page, word === 'text' ? EMPTY_TEXT : emptyOf(word, value)))
}

function readParts({ parts, select }: Range, html: HtmlDocument, { reader, remove }: ReadMethod): string {
  const skip = remove ? new Set(select(remove, Number.POSITIVE_INFINITY)) : NO_SKIP
  const pieces = parts.filter(part => !skip.has(part)).map(part => reader(html, part, skip)?.trim())
  return pieces.filter(Boolean).join('\n')
}

function emptyOf(word: string, value: string | null): string {
  if (!word.startsWith('@')) return `matched, but its ${word} is ${value === null ? 'absent' : 'empty'}`
  return `matched, but its attribute "${word.slice(1)}" is ${value === null ? 'absent' : 'empty'}`
}
