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
const BEST_SCORE = 0.3
const MIN_SCORE = 0.5
const PENALTY = 0.02

/** Returns selectors for an element among similar ones, with its index: the second of the links to `/recipes/`. */
export function countedPathsOf(
  { page: { html }, node: scope }: FieldCase,
  node: DocumentNode,
  avoid: string,
): CountedPath[] {
  if (scope !== null) return []
  const paths = cssPathsOf(html, node, scope, avoid).filter(({ score }) => score >= MIN_SCORE)
  return paths.slice(0, MAX_PATHS).flatMap(({ css, reasons }, at) => {
    const found = html.select(learningEngine.compile(css), html.root, MAX_FOUND + 1)
    const index = found.indexOf(node)
    if (index < 1 || index > MAX_PICK || found.length > MAX_FOUND) return []
    const score = BEST_SCORE - PENALTY * at
    return [{ css, pick: index, score, reasons: [...reasons, `it is number ${index + 1} of them`] }]
  })
}
