import type { DocumentNode } from '../../../html/document.ts'
import { learningEngine } from '../page/learning-page.ts'
import type { FieldCase } from './case.ts'
import { type CssPath, cssPathsOf } from './css-paths.ts'

/** A selector that finds several elements, and which of them is meant. */
interface CountedPath extends CssPath {
  pick: number
}

const MAX_PATHS = 10
const MAX_FOUND = 20
/** The highest index. A higher one says nothing. */
const MAX_PICK = 5
const BEST = 0.3
const FIRM = 0.5
const LESS = 0.02

/** Returns selectors for an element among similar ones, with its index: the second of the links to `/recipes/`. */
export function countedPathsOf(
  { page: { html }, node: scope }: FieldCase,
  node: DocumentNode,
  avoid: string,
): CountedPath[] {
  if (scope !== null) return []
  const paths = cssPathsOf(html, node, scope, avoid).filter(({ score }) => score >= FIRM)
  return paths.slice(0, MAX_PATHS).flatMap(({ css, reasons }, at) => {
    const found = html.select(learningEngine.compile(css), html.root, MAX_FOUND + 1)
    const place = found.indexOf(node)
    if (place < 1 || place > MAX_PICK || found.length > MAX_FOUND) return []
    const score = BEST - LESS * at
    return [{ css, pick: place, score, reasons: [...reasons, `it is number ${place + 1} of them`] }]
  })
}
