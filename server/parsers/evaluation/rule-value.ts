import { spend } from '../../html/work.ts'
import { sizeOfText } from '../answer.ts'
import type { CompiledRule } from '../compile/compiled-parser.ts'
import type { CompiledSource, Scope } from '../sources/source.ts'
import { costOfTyping, transformed, typed } from '../values/finish-value.ts'
import type { ReadResult } from '../values/reading.ts'
import { countCharacters, type Evaluation, measureValue, PER_RULE } from './evaluation.ts'
import { gathered, noOutcome, outcomeOf } from './outcome.ts'
import type { Outcome } from './run-record.ts'

/** Reads a rule that takes one value without further options. Most fields of a page are read this way. */
export function readFirst(
  rule: CompiledRule,
  source: CompiledSource,
  scope: Scope,
  at: string,
  run: Evaluation,
): Outcome {
  spend(run.work, PER_RULE)
  const reading = source.first!(scope, run.page)
  if (typeof reading === 'string') return noOutcome(reading)
  const { value } = reading
  if (rule.finish.keepsText && typeof value === 'string') {
    // Text of markup is already well-formed, so it only has to be counted.
    countCharacters(run, sizeOfText(value), at)
    return outcomeOf(reading, value)
  }
  const outcome = finished(rule, reading, run)
  outcome.value = measureValue(run, outcome.value, at)
  return outcome
}

/** Reads the value of a rule without fields, and converts it to its type. */
export const readValue = (
  rule: CompiledRule,
  source: CompiledSource,
  scope: Scope,
  run: Evaluation,
): Outcome => finished(rule, source.read(scope, run.page), run)

function finished(rule: CompiledRule, reading: ReadResult, run: Evaluation): Outcome {
  const raw = reading.value
  if (raw === null) return outcomeOf(reading, raw)
  const { finish } = rule
  spend(run.work, costOfTyping(raw, finish))
  if (finish.each.length === 0 && finish.whole.length === 0)
    return outcomeOf(typed(raw, finish, run.page), raw)
  const { value, reason, steps } = transformed(raw, finish.each, finish, run.page)
  if (value === null) return { value, ...(reason && { reason }), steps, matched: 1, raw }
  if (finish.whole.length > 0)
    return rule.many
      ? { value, steps, matched: 1, raw }
      : gathered(rule, { value, steps, matched: 1, raw }, run.page)
  return { ...typed(value, finish, run.page), steps, matched: 1, raw }
}
