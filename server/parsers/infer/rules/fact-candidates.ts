import type { Json, RuleObject } from '../../parser-schema.ts'
import { decodedOf, type Fact } from '../page/facts.ts'
import type { Candidate } from './candidate.ts'
import type { FieldCase } from './case.ts'
import { type Guess, typeKeys } from './guess-type.ts'
import { findSplit, jointOf } from './joined-texts.ts'
import { valueTestFor } from './same-value.ts'

/** Returns rules that read a value from the structured data of the page. */
export function factCandidatesOf({ page, wanted }: FieldCase, guess: Guess): Candidate[] {
  const says = valueTestFor(page, wanted, guess)
  return page.facts().flatMap((fact): Candidate[] => {
    const { value } = fact
    if (Array.isArray(value)) return joinedCandidates(fact, value, wanted)
    const decoded = decodedOf(value)
    // A dot, read as an address, would be that of the page itself.
    if (guess.type === 'url' && !/[/:]/.test(String(value))) return []
    if (!says(value) && !says(decoded)) return roundedCandidates(fact, wanted, guess)
    const transform = decodings(fact, guess)
    return [candidateOf(fact, { ...factRule(fact, guess), ...(transform.length > 0 && { transform }) })]
  })
}

/** The minimum share of a list's values that the data must have as wanted; the others may be written differently. */
const MIN_SHARE = 0.8

/** Returns rules that read a list of values from structured data. */
export function factListsOf({ page }: FieldCase, wanted: Json[], guess: Guess): Candidate[] {
  const says = wanted.map(value => valueTestFor(page, value, guess))
  const isSaid = (values: Json[]) =>
    values.length === says.length &&
    values.filter((value, at) => says[at]!(value)).length >= MIN_SHARE * values.length
  return page.facts().flatMap((fact): Candidate[] => {
    const isList = Array.isArray(fact.value)
    const texts = [fact.value].flat().map(decodedOf)
    const areTexts = texts.every(text => typeof text === 'string')
    const textSplit = areTexts ? findSplit(texts as string[], isSaid) : undefined
    if (!(isList && isSaid(texts)) && !textSplit) return []
    const splitting = isList && isSaid(texts) ? [] : [{ split: textSplit!.split }]
    const transform = [...decodings(fact, guess), ...splitting]
    const rule = { ...fact.rule, ...(isList && { all: true }), ...(transform.length > 0 && { transform }) }
    return [candidateOf(fact, { ...rule, ...typeKeys(guess) })]
  })
}

/** If a page writes entities into its data, any text may have one. */
export const decodings = ({ value, isEncoded }: Fact, { type }: Guess): Json[] => {
  const texts = [value].flat()
  const hasEntities = texts.some(text => decodedOf(text) !== text)
  const mayHave = isEncoded === true && type === 'string' && texts.every(text => typeof text === 'string')
  return hasEntities || mayHave ? ['decode_entities'] : []
}

const candidateOf = ({ score, why, entity }: Fact, rule: RuleObject): Candidate => ({
  rule,
  score,
  reasons: [why],
  ...(entity !== undefined && { entity }),
})

/** Returns the rule of a fact. A number stays a number, unless a text is wanted. */
function factRule({ rule, value }: Fact, guess: Guess): RuleObject {
  return {
    ...rule,
    ...typeKeys(guess),
    ...(guess.type === 'string' && typeof value !== 'string' && { type: 'string' }),
  }
}

/** Returns rules for a text composed of several values: `Dinner, Pasta`. */
function joinedCandidates(fact: Fact, values: Json[], wanted: Json): Candidate[] {
  if (typeof wanted !== 'string' || values.length > 50 || !values.every(value => typeof value === 'string'))
    return []
  const joint = jointOf(values.map(decodedOf) as string[], wanted.trim())
  if (joint === null) return []
  const transform = [...decodings(fact, { type: 'string' }), { join: joint }]
  return [candidateOf(fact, { ...fact.rule, all: true, transform })]
}

/** Returns rules for a rounded number: a page shows `4.8` if its data has `4.7719`. */
function roundedCandidates(fact: Fact, wanted: Json, guess: Guess): Candidate[] {
  if (guess.type !== 'number') return []
  const digits = /\.(\d{1,3})$/.exec(String(wanted))?.[1]?.length ?? 0
  const value = Number(fact.value)
  const isRounded = digits > 0 && !Number.isInteger(value) && Number(value.toFixed(digits)) === Number(wanted)
  if (!isRounded) return []
  const transform = [...(typeof fact.value === 'string' ? ['number'] : []), { round: digits }]
  return [candidateOf({ ...fact, score: fact.score - 0.04 }, { ...fact.rule, transform, type: 'number' })]
}
