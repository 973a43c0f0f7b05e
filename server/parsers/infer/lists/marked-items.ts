import type { DocumentNode } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import { readText } from '../../html/read-text.ts'
import type { Json } from '../../parser-schema.ts'
import { compact } from '../page/text-lengths.ts'
import type { Candidate } from '../rules/candidate.ts'
import type { FieldCase } from '../rules/case.ts'
import type { Guess } from '../rules/guess-type.ts'
import { spreadCandidates } from './spread-candidates.ts'
import { spreadItems } from './spread-items.ts'

/** The pattern of a checkbox or bullet before an item. */
export const BULLETS = '[^\\p{L}\\p{N}\\s(¼-¾⅐-⅞"„“‘\']'
/** Marks before an item that are not part of it. */
const MARKS = [BULLETS, '\\d{1,2}[.)]']
const MAX_MARK_LENGTH = 4

/** Returns rules for a list whose items all start with an unwanted mark: `▢ 2 eggs`, `1. Peel the carrots`. */
export function markedCandidates(fieldCase: FieldCase, wanted: Json[], guess: Guess): Candidate[] {
  if (guess.type !== 'string') return []
  return MARKS.flatMap(mark => {
    const items = spreadItems(fieldCase, wanted, value => elementsWithMark(fieldCase, String(value), mark))
    const transform = [{ replace: { pattern: `^${mark}\\s*`, with: '' } }]
    return items
      ? spreadCandidates(fieldCase, items, 'text', guess).map(({ rule, score, reasons }) => ({
          rule: { ...rule, transform },
          score: score - 0.05,
          reasons: [...reasons, 'a mark stands before each'],
        }))
      : []
  })
}

function elementsWithMark({ page, node: scope }: FieldCase, wanted: string, mark: string): DocumentNode[] {
  const { html } = page
  const text = compact(wanted)
  const marked = new RegExp(`^${mark}$`, 'u')
  const inside = scope === null ? null : new Set([scope, ...elementsIn(html, scope)])
  return [...page.lengths()].flatMap(([node, length]) => {
    const extraLength = length - text.length
    if (extraLength < 0 || extraLength > MAX_MARK_LENGTH || (inside && !inside.has(node))) return []
    const nodeText = compact(readText(html, node))
    const isSaid =
      nodeText === text || (nodeText.endsWith(text) && marked.test(nodeText.slice(0, extraLength)))
    return isSaid ? [node] : []
  })
}
