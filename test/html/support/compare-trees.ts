import assert from 'node:assert/strict'
import { buildTree } from '../../../server/html/build/build-tree.ts'
import { linesOfParse5, linesOfTree } from './page-lines.ts'

/** How many pages were built, and why others were left to parse5. */
export interface Tally {
  built: number
  left: number
  reasons: Record<string, number>
}

export const createTally = (): Tally => ({ built: 0, left: 0, reasons: {} })

/** Builds a page both ways: the trees have to be the same, unless the page is left to parse5. */
export function compareTrees(html: string, tally: Tally): void {
  const tree = buildTree(html)
  if (typeof tree === 'string') {
    tally.left++
    tally.reasons[tree] = (tally.reasons[tree] ?? 0) + 1
    return
  }
  tally.built++
  assert.deepEqual(linesOfTree(tree), linesOfParse5(html), JSON.stringify(html.slice(0, 1000)))
}

/** Says how a tally came out: `95 built, 2 left to parse5 (2.1 %): frames 2`. */
export function describeTally({ built, left, reasons }: Tally): string {
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`)
  return `${built} built, ${left} left to parse5 (${((100 * left) / (built + left)).toFixed(1)} %): ${why.join(', ')}`
}
