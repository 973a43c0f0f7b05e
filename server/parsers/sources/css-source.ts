import type { DocumentNode, HtmlDocument, Selector } from '../../html/document.ts'
import { NO_SKIP, type NodeReader, nodeReader, skipped } from '../html/node-readers.ts'
import { type PageView, whyMissing } from '../page-view.ts'
import { EMPTY, nothing, type Reading } from '../values/reading.ts'
import { readItem } from './json-source.ts'
import { type Range, rangesFrom } from './ranges.ts'
import type { Scope, Source } from './source.ts'

/** How a rule reads its nodes. */
export interface NodeReading {
  /** A word such as `text`, or an attribute with `@`. */
  word: string
  reader: NodeReader
  /** Left out of each node before it is read. */
  remove: Selector | null
}

export const readingOf = (word: string, remove: Selector | null, reader = nodeReader(word)): NodeReading => ({
  word,
  reader,
  remove,
})

/** What CSS selects inside the scope, read as text or as one attribute. `css` is quoted in reasons. */
export function cssSource(
  css: string,
  selector: Selector,
  how: NodeReading,
  limit: number,
  until: Selector | null = null,
): Source {
  const missing = `no element matches ${JSON.stringify(css)}`
  return {
    find(scope, page) {
      const html = page.html()
      const nodes = scope.range
        ? scope.range.select(selector).slice(0, limit)
        : html.select(selector, scope.node ?? html.root, limit)
      if (nodes.length === 0) return whyMissing(page, missing)
      if (!until) return nodes.length === 1 ? [scopeOf(nodes[0]!)] : nodes.map(scopeOf)
      const ranges = rangesFrom(html, nodes, until)
      return nodes.map((node, index) => ({ node, item: undefined, range: ranges[index]! }))
    },
    read: (found, page) => readNode(found, page, how),
  }
}

const scopeOf = (node: DocumentNode): Scope => ({ node, item: undefined })

/** The scope itself: an element's text or attribute, or the current JSON. */
export function itemSource(how: NodeReading): Source {
  return {
    find: scope => [scope],
    read(found, page) {
      const isJson = found.item !== undefined && how.word === 'text'
      return isJson ? readItem(found) : readNode(found, page, how)
    },
  }
}

export function readNode(found: Scope, page: PageView, { word, reader, remove }: NodeReading): Reading {
  const html = page.html()
  const node = found.node ?? html.root
  const value = found.range
    ? readParts(found.range, html, reader, remove)
    : reader(html, node, skipped(html, node, remove))
  if (value) return { value }
  return nothing(whyMissing(page, word === 'text' ? EMPTY : emptyOf(word, value)))
}

function readParts(
  { parts, select }: Range,
  html: HtmlDocument,
  reader: NodeReader,
  remove: Selector | null,
) {
  const skip = remove ? new Set(select(remove)) : NO_SKIP
  const pieces = parts.filter(part => !skip.has(part)).map(part => reader(html, part, skip)?.trim())
  return pieces.filter(Boolean).join('\n')
}

function emptyOf(word: string, value: string | null): string {
  if (!word.startsWith('@')) return `matched, but its ${word} is ${value === null ? 'absent' : 'empty'}`
  return `matched, but its attribute "${word.slice(1)}" is ${value === null ? 'absent' : 'empty'}`
}
