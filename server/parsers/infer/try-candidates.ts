import { count, type TriedCandidate } from './choose-rules.ts'
import { areRight, compileReader, type ExpectedValues, judge } from './judge.ts'
import type { Candidate } from './rules/candidate.ts'
import type { FieldCase } from './rules/case.ts'
import { needsClasses } from './supports.ts'

const MAX_TRIED = 400
const MAX_RIGHT = 14

export const byScore = (a: Candidate, b: Candidate) => b.score - a.score

/** Sorts nearly right rules, those first that are exactly right on the most pages. */
export function byExactness(
  tried: TriedCandidate[],
  cases: FieldCase[],
  { values }: ExpectedValues,
): TriedCandidate[] {
  const pagesOf = ({ rule }: TriedCandidate) =>
    count(judge(rule, cases, { values, match: 'whole' })!.map(verdict => verdict === 'right'))
  return tried
    .map(one => ({ one, pages: pagesOf(one) }))
    .sort((a, b) => b.pages - a.pages || byScore(a.one, b.one))
    .map(({ one }) => one)
}

/** Tries candidates in order, until enough are right everywhere, at least one of them without classes. */
export function tryAll(
  candidates: Candidate[],
  cases: FieldCase[],
  expected: ExpectedValues,
): TriedCandidate[] {
  const tried: TriedCandidate[] = []
  let right = 0
  let hasClassless = false
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    const isClassless = !needsClasses(candidate.rule)
    if (right >= MAX_RIGHT && !isClassless) continue
    const verdicts = judge(candidate.rule, cases, expected)
    if (verdicts?.includes('right')) tried.push({ ...candidate, verdicts })
    if (!verdicts || !areRight(verdicts)) continue
    right++
    hasClassless ||= isClassless
    if (right >= MAX_RIGHT && hasClassless) break
  }
  return tried
}

/** Lowers the score of a rule that takes the first of several matches, since that depends on a position. */
export function withCount(tried: TriedCandidate, fieldCase: FieldCase): TriedCandidate {
  const { css, all, pick } = tried.rule
  if (css === undefined || all || pick !== undefined) return tried
  const selector = css.replace(/@[\w:-]+$/, '')
  const matches = selector === '' ? 1 : compileReader({ css: selector, read: 'count' })?.(fieldCase)
  if (typeof matches !== 'number' || matches < 2) return tried
  return { ...tried, score: tried.score - 0.1, reasons: [...tried.reasons, `it is the first of ${matches}`] }
}

/** Adjusts the score of a rule by the share of places with unknown values in which it finds something. */
export function withFill(tried: TriedCandidate, others: FieldCase[]): TriedCandidate {
  const read = others.length > 0 ? compileReader(tried.rule) : null
  if (!read) return tried
  const filled = others.filter(one => read(one) !== null).length / others.length
  return {
    ...tried,
    score: tried.score * (0.6 + 0.4 * filled),
    reasons: [...tried.reasons, `it fills ${Math.round(filled * 100)} % of the items`],
  }
}
