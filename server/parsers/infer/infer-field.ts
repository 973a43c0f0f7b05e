import { once } from '../../base/once.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { chainOf, chooseSturdiest, count, isRight, type TriedCandidate } from './choose-rules.ts'
import { isCommon } from './common-values.ts'
import { type ExpectedValues, isMostlySame, judge, type MatchMode, type Verdict } from './judge.ts'
import { joinedCandidates, splitCandidates } from './lists/composed-values.ts'
import { listCandidatesOf } from './lists/list-candidates.ts'
import { plainItems } from './lists/plain-items.ts'
import { rearrangedCandidates } from './lists/rearranged-items.ts'
import { ownRuleTest } from './own-words.ts'
import type { Candidate } from './rules/candidate.ts'
import { candidatesOf } from './rules/candidates.ts'
import type { FieldCase } from './rules/case.ts'
import { foldedCandidates, foldingOf } from './rules/folded-signs.ts'
import { type Guess, guessTypes } from './rules/guess-type.ts'
import { resizedCandidates } from './rules/picture-sizes.ts'
import { expectedOf } from './rules/same-value.ts'
import { byExactness, byScore, tryAll, withCount, withFill } from './try-candidates.ts'

/** The result for a field. */
export interface FieldFinding {
  /** The rule; null if none was found. */
  rule: RuleObject | null
  type: Guess['type'] | 'image'
  score: number
  reasons: string[]
  /** Other rules that are also right. */
  alternatives: Candidate[]
  /** Whether the rule is right, for each place. */
  right: boolean[]
}

const MAX_ALTERNATIVES = 5

/**
 * Finds a rule, or several rules together, that are right at all places, or at as many as possible. `others` are places of
 * the same kind whose values are unknown: a rule that finds something there is more likely.
 */
export const inferField = (name: string, cases: FieldCase[], others: FieldCase[] = []): FieldFinding =>
  withPlainItems(findRule(name, cases, others), cases)

/** Adds a fallback to the rule of a list, for pages that write the list differently. */
function withPlainItems(finding: FieldFinding, cases: FieldCase[]): FieldFinding {
  const { rule, right } = finding
  const plain = rule && right.every(Boolean) ? plainItems(cases) : null
  if (!rule || !plain) return finding
  const isChoice = rule.any !== undefined && Object.keys(rule).length === 1
  const rules = isChoice ? rule.any! : [rule]
  // What is a line inside an element here may be an element on the next page.
  const areLines = rule.read === 'html'
  return { ...finding, rule: { any: areLines ? [plain, ...rules] : [...rules, plain] } }
}

function findRule(name: string, cases: FieldCase[], others: FieldCase[]): FieldFinding {
  let best: StrategyResult | null = null
  const guesses = guessTypes(name, cases)
  // Candidates are collected only once per guess, since that takes longer than trying them.
  const candidates = new Map(
    guesses.map(guess => {
      const shown = once(() => collectCandidates(name, cases, guess, shownCandidates))
      const data = once(() =>
        shown().filter(({ rule }) => rule.css === undefined && rule.xpath === undefined),
      )
      const changed = once(() => collectCandidates(name, cases, guess, changedCandidates(cases)))
      return [guess, { shown, data, changed }] as const
    }),
  )
  const strategies = cases.some(({ wanted }) => Array.isArray(wanted)) ? LIST_STRATEGIES : VALUE_STRATEGIES
  for (const strategy of strategies)
    for (const guess of guesses) {
      const result = tryStrategy(candidates.get(guess)![strategy.from](), cases, others, guess, strategy)
      if (!best || result.covered > best.covered) best = result
      if (best.covered === cases.length) return best.finding
    }
  return isByChance(best!, cases) ? withoutRule(best!.finding, cases) : best!.finding
}

/**
 * Whether a rule may be right by chance: if several pages have a value, a rule for only one of them says nothing about the
 * next page.
 */
function isByChance(result: StrategyResult, cases: FieldCase[]): boolean {
  const { right } = result.finding
  const flags = cases.flatMap(({ wanted, node }, at) =>
    wanted === null || node !== null ? [] : [right[at]!],
  )
  return flags.length > 1 && count(flags) === 1 && !isOfOneLayout(result, cases)
}

/** A list of this many texts is not found by chance, but by its layout. */
const LONG_LIST = 5

/** Whether a rule finds a long list on one page, and nothing on pages with another layout. */
function isOfOneLayout({ finding: { rule, right } }: StrategyResult, cases: FieldCase[]): boolean {
  const expectNothing = { values: cases.map(() => null), match: 'whole' as const }
  const verdicts = rule && judge(rule, cases, expectNothing)
  const isLong = (wanted: Json) => Array.isArray(wanted) && wanted.length >= LONG_LIST
  return (
    verdicts?.every((verdict, at) =>
      right[at] && cases[at]!.wanted !== null ? isLong(cases[at]!.wanted) : verdict === 'right',
    ) ?? false
  )
}

const withoutRule = (finding: FieldFinding, cases: FieldCase[]): FieldFinding => ({
  ...finding,
  rule: null,
  score: 0,
  reasons: [],
  alternatives: finding.rule ? [{ rule: finding.rule, score: 0, reasons: finding.reasons }] : [],
  right: nothingWanted(cases).map(verdict => verdict === 'right'),
})

/** A way in which the result of a rule may differ from the wanted value. */
interface MatchStrategy {
  match: MatchMode
  /** Transforms that are added to every rule. */
  transform: Json[]
  /** Where the wanted value comes from: anything on the page, only its data, or text that the rules change. */
  from: 'shown' | 'data' | 'changed'
}

const WHOLE: MatchStrategy = { match: 'whole', transform: [], from: 'shown' }
const NEARLY: MatchStrategy = { match: 'nearly', transform: [], from: 'shown' }
const CHANGED: MatchStrategy = { match: 'whole', transform: [], from: 'changed' }
/**
 * Data that is nearly right is tried first, then text that is changed until it is right, and text that is nearly right
 * last.
 */
const INEXACT: MatchStrategy[] = [{ ...NEARLY, from: 'data' }, CHANGED, NEARLY]
const VALUE_STRATEGIES = [WHOLE, ...INEXACT]
/** Pages show a list twice, for wide and for narrow windows. Of a long list, people enter only the first items. */
const LIST_STRATEGIES: MatchStrategy[] = [
  WHOLE,
  { ...WHOLE, transform: ['compact'] },
  { ...WHOLE, transform: ['trim', 'unique'] },
  { ...WHOLE, match: 'partly' },
  ...INEXACT,
]

interface StrategyResult {
  finding: FieldFinding
  /** The number of places at which it is right in its way. */
  covered: number
}

function tryStrategy(
  found: Candidate[],
  cases: FieldCase[],
  others: FieldCase[],
  guess: Guess,
  strategy: MatchStrategy,
): StrategyResult {
  const { match } = strategy
  const expected = { values: cases.map(one => expectedOf(one, one.wanted, guess)), match }
  const candidates = found.map(one => withTransform(one, strategy))
  const all = tryAll(candidates, cases, expected)
  const tried = match === 'nearly' ? all.filter(({ rule }) => isMostlySame(rule, cases, expected)) : all
  const counted = tried.filter(isRight).map(one => withFill(withCount(one, cases[0]!), others))
  const right = match === 'nearly' ? byExactness(counted, cases, expected) : counted.sort(byScore)
  const chosen = right.length > 0 ? chooseSturdiest(right, tried, expected) : chainOf(tried, cases.length)
  return resultOf(chosen, right, guess, cases, expected)
}

function withTransform(candidate: Candidate, { transform }: MatchStrategy): Candidate {
  if (transform.length === 0) return candidate
  const { rule, score, reasons } = candidate
  return {
    ...candidate,
    rule: { ...rule, transform: [...(rule.transform ?? []), ...transform] },
    score: score - 0.03,
    reasons: [...reasons, ...(transform.includes('unique') ? ['what it finds twice counts once'] : [])],
  }
}

/** Returns candidates for the values of any place, the sturdiest first. */
function collectCandidates(
  name: string,
  cases: FieldCase[],
  guess: Guess,
  candidatesAt: (fieldCase: FieldCase, guess: Guess) => Candidate[],
): Candidate[] {
  const best = new Map<string, Candidate>()
  const mayBeChance = isCommon(cases, guess)
  const isConstant = isSameEverywhere(cases)
  for (const fieldCase of cases) {
    const isOwn = ownRuleTest(fieldCase.page)
    for (const candidate of candidatesAt(fieldCase, guess)) {
      const isNamed = mentionsField(candidate.rule, name)
      if ((mayBeChance && !isNamed) || isOwn(candidate.rule)) continue
      if (isConstant && !isNamed && MACHINE_READ.test(candidate.rule.css ?? '')) continue
      const score =
        candidate.score + (isNamed ? NAME_BONUS : 0) + (isOfSubject(candidate, fieldCase) ? NAME_BONUS : 0)
      const key = JSON.stringify(candidate.rule)
      if ((best.get(key)?.score ?? -1) < score) best.set(key, { ...candidate, score: Math.min(1, score) })
    }
  }
  return [...best.values()].sort(byScore)
}

/** Attributes that describe an element. A value that is the same on all pages may be the name of the site in them. */
const MACHINE_READ = /@(?:alt|title|aria-label)$/

const isSameEverywhere = (cases: FieldCase[]) =>
  cases.length > 1 && new Set(cases.map(({ wanted }) => JSON.stringify(wanted))).size === 1

function shownCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  if (Array.isArray(fieldCase.wanted))
    return [...listCandidatesOf(fieldCase, guess), ...splitCandidates(fieldCase, guess)]
  return [...candidatesOf(fieldCase, guess), ...joinedCandidates(fieldCase, guess)]
}

/**
 * Returns candidates that several places reveal together: which part of an address belongs to the picture itself, and which
 * signs are replaced.
 */
function changedCandidates(cases: FieldCase[]) {
  const areSeveral = new Set(cases.map(({ wanted }) => wanted)).size > 1
  const folding = once(() => foldingOf(cases))
  return (fieldCase: FieldCase, guess: Guess): Candidate[] => {
    const folded = foldedCandidates(fieldCase, guess, folding(), shownCandidates)
    if (Array.isArray(fieldCase.wanted))
      return [...rearrangedCandidates(fieldCase, fieldCase.wanted, guess), ...folded]
    return [...(areSeveral ? resizedCandidates(fieldCase, guess) : []), ...folded]
  }
}

/** The bonus of a rule that contains a word of the field's name, or that reads the subject of the page. */
const NAME_BONUS = 0.05

const isOfSubject = ({ entity }: Candidate, { subject }: FieldCase) =>
  entity !== undefined && entity === subject

/** Whether a rule contains a word of the field's name. `ratings` also matches `ratingValue`. */
function mentionsField(rule: RuleObject, field: string): boolean {
  const words = field.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(word => word.length > 2)
  const text = JSON.stringify(rule).toLowerCase()
  return words.some(word => text.includes(word.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '')))
}

function resultOf(
  chosen: TriedCandidate[],
  right: TriedCandidate[],
  guess: Guess,
  cases: FieldCase[],
  expected: ExpectedValues,
): StrategyResult {
  const [best] = chosen
  const rule = chosen.length > 1 ? { any: chosen.map(({ rule }) => rule) } : (best?.rule ?? null)
  const flagsBy = (match: MatchMode) =>
    (rule ? judge(rule, cases, { ...expected, match })! : nothingWanted(cases)).map(
      verdict => verdict === 'right',
    )
  const covered = flagsBy(expected.match)
  // A value that the page has only nearly is also reported as missing.
  const flags = expected.match === 'nearly' ? flagsBy('whole') : covered
  const valueCount = cases.filter(({ wanted }) => wanted !== null).length
  const isWhole = best !== undefined && isRight(best)
  const baseScore = best ? (isWhole ? best.score : Math.min(...chosen.map(({ score }) => score)) - 0.05) : 0
  const reasons = [
    ...(best?.reasons ?? []),
    ...(isWhole || chosen.length < 2 ? [] : [`${chosen.length} rules together`]),
    ...(best ? REASONS[expected.match] : []),
  ]
  const score = rounded(baseScore * (1 - 0.1 / Math.max(1, valueCount)) * (count(covered) / cases.length))
  const finding = {
    rule,
    type: guess.image ? ('image' as const) : guess.type,
    score,
    reasons: best ? [...reasons, `right on ${count(flags)} of ${cases.length}`] : [],
    alternatives: right
      .filter(one => one !== best)
      .slice(0, MAX_ALTERNATIVES)
      // Each alternative is right on as few pages, and ranks after the chosen rule.
      .map(one => ({ rule: one.rule, score: Math.min(score, rounded(one.score)), reasons: one.reasons })),
    right: flags,
  }
  return { finding, covered: count(covered) }
}

const nothingWanted = (cases: FieldCase[]): Verdict[] =>
  cases.map(({ wanted }) => (wanted === null ? 'right' : 'nothing'))

const REASONS: Readonly<Record<MatchMode, string[]>> = {
  whole: [],
  partly: ['the expected values are the first of those that it finds, or most of them'],
  nearly: ['the page says nearly what is expected'],
}

const rounded = (score: number) => Math.round(Math.max(0, Math.min(1, score)) * 100) / 100
