import type { Json } from '../parser-schema.ts'
import { areRight, type ExpectedValues, type Verdict } from './judge.ts'
import type { Candidate } from './rules/candidate.ts'
import { areIndependent, isPositional, isUselessAfter, needsClasses } from './supports.ts'

/** A rule that was tried, and its verdict for each place. */
export interface TriedCandidate extends Candidate {
  verdicts: Verdict[]
}

/** The maximum number of fallback rules, which are used if the best rule finds nothing. */
const MAX_FALLBACKS = 4
const FIRM_SCORE = 0.6
/** The minimum score of a firm rule that is right on several pages. */
const FIRM_SCORE_OF_SEVERAL = 0.4
/** The minimum score of a rule for a list of several texts, which is hardly right by chance. */
const FIRM_SCORE_OF_LIST = 0.25
/** The minimum score at which a rule without classes is trusted after only one page. */
const FAIR_SCORE = 0.15

export const count = (flags: boolean[]) => flags.filter(Boolean).length

export const isRight = ({ verdicts }: TriedCandidate) => areRight(verdicts)

/**
 * Replaces a rule that is right everywhere but has a low score by sturdier rules that are right together, if there are any.
 */
export function chooseSturdiest(
  right: TriedCandidate[],
  tried: TriedCandidate[],
  { values, match }: ExpectedValues,
): TriedCandidate[] {
  // If a rule is only nearly right, others that are nearly right in another way do not help.
  if (match === 'nearly') return right.slice(0, 1)
  const chooseRight = () =>
    match === 'whole' ? withPartOf(tried, fallbacksOf(right), values) : right.slice(0, 1)
  if (right[0]!.score >= FIRM_SCORE) return chooseRight()
  const chain = chainOf(
    tried.filter(one => one.score >= FIRM_SCORE && !isSingular(one)),
    values.length,
  )
  const isWhole = values.every((_, at) => chain.some(({ verdicts }) => verdicts[at] === 'right'))
  return isWhole && chain.length > 0 ? chain : chooseRight()
}

/** A rule that is right in only one of many items matches what that item says, not what it is. */
const isSingular = ({ verdicts }: TriedCandidate) =>
  verdicts.length > 5 && verdicts.filter(verdict => verdict === 'right').length === 1

/**
 * Returns the best rule and fallbacks for pages on which it finds nothing: sturdy rules of another kind, and one that needs
 * no class, in case all classes are renamed.
 */
function fallbacksOf([best, ...others]: TriedCandidate[]): TriedCandidate[] {
  const chosen = [best!]
  const helps = (one: TriedCandidate) => !chosen.some(known => isUselessAfter(one.rule, known.rule))
  for (const one of others) {
    const isOther = chosen.every(
      known => known.reasons[0] !== one.reasons[0] || areIndependent(known.rule, one.rule),
    )
    if (isOther && isFirm(one) && chosen.length <= MAX_FALLBACKS && helps(one)) chosen.push(one)
  }
  if (chosen.every(({ rule }) => needsClasses(rule))) {
    const [classless] = others.filter(one => !needsClasses(one.rule) && helps(one))
    if (classless && isTrusted(classless)) chosen.splice(MAX_FALLBACKS, 1, classless)
  }
  return chosen
}

/** Adds, as the last choice, a sturdy rule that is right on some of the pages and finds nothing on the others. */
function withPartOf(tried: TriedCandidate[], chosen: TriedCandidate[], values: Json[]): TriedCandidate[] {
  const isOfSeveral = ({ verdicts }: TriedCandidate) =>
    values.some((value, at) => verdicts[at] === 'right' && Array.isArray(value) && value.length > 1)
  const partial = tried.find(
    one =>
      !isRight(one) &&
      !one.verdicts.includes('wrong') &&
      one.score >= (isOfSeveral(one) ? FIRM_SCORE_OF_LIST : FIRM_SCORE) &&
      isOwnName(one) &&
      !isSingular(one) &&
      (isOfSeveral(one) || !chosen.some(known => isUselessAfter(one.rule, known.rule))),
  )
  return partial ? [...chosen, partial] : chosen
}

const isFirm = ({ score, verdicts }: TriedCandidate) =>
  score >= (verdicts.length > 1 ? FIRM_SCORE_OF_SEVERAL : FIRM_SCORE)

const firmness = ({ score }: TriedCandidate) => Number(score >= FIRM_SCORE)

/** Whether a rule can be trusted. A position counted from the top of a single page may be chance; on two pages it is not. */
const isTrusted = ({ rule, score, verdicts }: TriedCandidate) =>
  verdicts.length > 1 || (score >= FAIR_SCORE && !rule.css?.startsWith('html '))

/**
 * Returns rules that are right together, sturdy ones first: each is used where those before it find nothing. If each is
 * right at only one place, rules that use a position, a label or the words beside the value are excluded: they are as
 * specific to the page as the value.
 */
export function chainOf(tried: TriedCandidate[], places: number): TriedCandidate[] {
  const chain = longestChain(tried, places)
  const isLearned = places === 1 || chain.some(one => rightsOf(one) > 1)
  return isLearned ? chain : longestChain(tried.filter(isOwnName), places)
}

const rightsOf = ({ verdicts }: TriedCandidate) => count(verdicts.map(verdict => verdict === 'right'))

const isOwnName = ({ rule }: TriedCandidate) =>
  rule.xpath === undefined &&
  !isPositional(rule) &&
  !/regex|replace/.test(JSON.stringify(rule.transform ?? ''))

function longestChain(tried: TriedCandidate[], places: number): TriedCandidate[] {
  const chain: TriedCandidate[] = []
  const covered = Array.from({ length: places }, () => false)
  const gain = ({ verdicts }: TriedCandidate) =>
    count(verdicts.map((verdict, at) => verdict === 'right' && !covered[at]))
  const isHarmless = ({ verdicts }: TriedCandidate) =>
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
