import type { HtmlEngine } from '../html/document.ts'
import type { PageView } from './page-view.ts'
import type { FieldTrace } from './parse-result.ts'
import type { NotedTrace } from './run-record.ts'
import { numberElements } from './show-page.ts'

/** Tells the places of a trace by the numbers of their elements. The whole page is no place. */
export function numberTrace(trace: NotedTrace[], { html }: PageView, engine: HtmlEngine): FieldTrace[] {
  const numbers = numberElements(html(), engine)
  return trace.map(({ places, ...entry }) => {
    const nodes = places.flatMap(({ node }) => numbers.get(node ?? html().root) ?? [])
    return nodes.length > 0 ? { ...entry, nodes } : entry
  })
}
