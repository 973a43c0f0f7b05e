import type { HtmlDocument } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'

const countsByPage = new WeakMap<HtmlDocument, ReadonlyMap<string, number>>()

/** Returns the number of elements that have each class. Counted once per page, since every selector is weighted by it. */
export function classCounts(html: HtmlDocument): ReadonlyMap<string, number> {
  const counted = countsByPage.get(html)
  if (counted) return counted
  const counts = new Map<string, number>()
  for (const node of elementsIn(html, html.root))
    for (const name of classesOf(html.attribute(node, 'class') ?? ''))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  countsByPage.set(html, counts)
  return counts
}

/** Returns the distinct classes of a class attribute. */
export const classesOf = (value: string): string[] => [...new Set(value.split(/\s+/).filter(Boolean))]
