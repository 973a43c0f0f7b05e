import type { DocumentNode } from '../../html/document.ts'
import { type Candidate, cssRule } from './candidates.ts'
import type { Case } from './case.ts'
import { findHits } from './find-hits.ts'
import { type Guess, typeKeys } from './guess-type.ts'
import { ancestorsOf } from './nodes.ts'

/** Rules for the value of a row of a table: the cell below a heading, or what lies in that. */
export function columnCandidates(one: Case, guess: Guess): Candidate[] {
  const { page, cells } = one
  if (!cells) return []
  return [...cells].flatMap(([column, cell]) =>
    findHits({ ...one, node: cell }, guess).map(({ node, read }) => ({
      rule: { column, ...innerRule(one, cell, node, read, guess) },
      score: node === cell ? 0.85 : 0.8 - 0.02 * ancestorsOf(page.html, node, cell).length,
      reasons: [`it stands below the heading ${JSON.stringify(column)}`],
    })),
  )
}

function innerRule({ page }: Case, cell: DocumentNode, node: DocumentNode, read: string, guess: Guess) {
  if (node === cell && read === 'text') return typeKeys(guess)
  return cssRule(node === cell ? '' : page.html.elementName(node)!, read, guess)
}
