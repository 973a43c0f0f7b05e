import assert from 'node:assert/strict'
import { buildTree } from '../../../server/html/tree/build-tree.ts'
import { linesOfParse5, linesOfTree } from './page-lines.ts'

/** Asserts that both parsers build the same tree for a page. */
export function compareTrees(html: string): void {
  assert.deepEqual(linesOfTree(buildTree(html)), linesOfParse5(html), JSON.stringify(html.slice(0, 1000)))
}
