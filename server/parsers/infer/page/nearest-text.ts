import { readText } from '../../html/read-text.ts'
import type { LearningPage } from './learning-page.ts'
import { compact } from './text-lengths.ts'

const MAX_LOOKED_AT = 20_000
const MIN_LIKENESS = 0.3

/** Returns the text of the page that is most similar to a wanted text; null if none is similar. */
export function nearestText({ html, speaking }: LearningPage, wanted: string): string | null {
  const pairs = pairsOf(compact(wanted))
  const length = compact(wanted).length
  let best: { text: string; likeness: number } | null = null
  let checked = 0
  for (const [node, ownLength] of speaking()) {
    if (ownLength < length / 3 || ownLength > length * 3 + 10) continue
    if (checked++ > MAX_LOOKED_AT) break
    const text = readText(html, node)
    const likeness = likenessOf(pairs, pairsOf(compact(text)))
    if (likeness > (best?.likeness ?? MIN_LIKENESS)) best = { text, likeness }
  }
  return best?.text.slice(0, 200) ?? null
}

/**
 * Returns how similar two texts are by their pairs of letters: 1 if they have the same pairs, 0 if they have none in
 * common.
 */
export const likeness = (a: string, b: string): number => likenessOf(pairsOf(a), pairsOf(b))

/** Counts the pairs of adjacent letters in a text, ignoring case. */
function pairsOf(text: string): Map<string, number> {
  const lower = text.toLowerCase().slice(0, 400)
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < lower.length; at++) {
    const pair = lower.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

function likenessOf(a: Map<string, number>, b: Map<string, number>): number {
  const size = (pairs: Map<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0)
  const shared = [...a].reduce((sum, [pair, count]) => sum + Math.min(count, b.get(pair) ?? 0), 0)
  const both = size(a) + size(b)
  return both === 0 ? 0 : (2 * shared) / both
}
