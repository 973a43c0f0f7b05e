import type { Candidate } from './candidate.ts'
import type { Verdict } from './judge.ts'

/** A rule that was tried. */
export interface Tried extends Candidate {
  verdicts: Verdict[]
}

/** Rules that stand in for the best one, where that finds nothing. */
const MAX_FALLBACKS = 2
const FIRM = 0.6

export const count = (flags: boolean[]) => flags.filter(Boolean).length

export const isRight = ({ verdicts }: Tried) => verdicts.every(verdict => verdict === 'right')

/** A rule that is right everywhere but stands on little is replaced by sturdy ones that are so together. */
export function sturdiest(right: Tried[], tried: Tried[], places: number): Tried[] {
  if (right[0]!.score >= FIRM) return fallbacksOf(right)
  const chain = chainOf(
    tried.filter(one => one.score >= FIRM && !isSingular(one)),
    places,
  )
  const isWhole = Array.from({ length: places }).every((_, at) =>
    chain.some(({ verdicts }) => verdicts[at] === 'right'),
  )
  return isWhole && chain.length > 0 ? chain : fallbacksOf(right)
}

/** What fits one of many items fits it by what that says, not by what it is. */
const isSingular = ({ verdicts }: Tried) =>
  verdicts.length > 5 && verdicts.filter(verdict => verdict === 'right').length === 1

/** The best rule, and sturdy ones of another kind, for pages without what it looks for. */
function fallbacksOf([best, ...others]: Tried[]): Tried[] {
  const chosen = [best!]
  for (const one of others) {
    const isOther = chosen.every(known => known.reasons[0] !== one.reasons[0])
    if (isOther && one.score >= FIRM && chosen.length <= MAX_FALLBACKS) chosen.push(one)
  }
  return chosen
}

const firmness = ({ score }: Tried) => Number(score >= FIRM)

/** Rules that are right together, sturdy ones first: each where those before it find nothing. */
export function chainOf(tried: Tried[], places: number): Tried[] {
  const chain: Tried[] = []
  const covered = Array.from({ length: places }, () => false)
  const gain = ({ verdicts }: Tried) =>
    count(verdicts.map((verdict, at) => verdict === 'right' && !covered[at]))
  const isHarmless = ({ verdicts }: Tried) =>
    verdicts.every((verdict, at) => verdict !== 'wrong' || covered[at])
  for (;;) {
    const [next] = tried
      .filter(one => isHarmless(one) && gain(one) > 0)
      .sort((a, b) => firmness(b) - firmness(a) || gain(b) * b.score - gain(a) * a.score)
    if (!next) return chain
    chain.push(next)
    for (const [at, verdict] of next.verdicts.entries()) covered[at] ||= verdict === 'right'
  }
}
