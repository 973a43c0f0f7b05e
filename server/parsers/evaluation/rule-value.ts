import { spend } from '../../html/work.ts'
import { sizeOfText } from '../answer.ts'
import type { CompiledRule } from '../compile/compiled-parser.ts'
import type { CompiledSource, Scope } from '../sources/source.ts'
import { applyTransforms, applyType, costOfTyping } from '../values/finish-value.ts'
import type { ReadResult } from '../values/reading.ts'
import { countCharacters, type Evaluation, measureValue, WORK_PER_RULE } from './evaluation.ts'
import { applyListTransforms, noOutcome, outcomeOf } from './outcome.ts'
import type { Outcome } from './run-record.ts'

/** Reads a rule that takes one value without further options. Most fields of a page are read this way. */
export function readFirst(
  rule: CompiledRule,
  source: CompiledSource,
  scope: Scope,
  dataPath: string,
  run: Evaluation,
): Outcome {
  spend(run.work, WORK_PER_RULE)
  const result = source.first!(scope, run.page)
  if (typeof result === 'string') return noOutcome(result)
  const { value } = result
  if (rule.finish.keepsText && typeof value === 'string') {
    // Text of markup is already well-formed, so it only has to be counted.
    countCharacters(run, sizeOfText(value), dataPath)
    return outcomeOf(result, value)
  }
  const outcome = finishValue(rule, result, run)
  outcome.value = measureValue(run, outcome.value, dataPath)
  return outcome
}

/** Reads the value of a rule without fields, and converts it to its type. */
export const readValue = (
  rule: CompiledRule,
  source: CompiledSource,
  scope: Scope,
  run: Evaluation,
): Outcome => finishValue(rule, source.read(scope, run.page), run)

function finishValue(rule: CompiledRule, result: ReadResult, run: Evaluation): Outcome {
  const raw = result.value
  if (raw === null) return outcomeOf(result, raw)
  const { finish } = rule
  spend(run.work, costOfTyping(raw, finish))
  if (finish.each.length === 0 && finish.whole.length === 0)
    return outcomeOf(applyType(raw, finish, run.page), raw)
  const { value, reason, steps } = applyTransforms(raw, finish.each, finish, run.page)
  if (value === null) return { value, ...(reason && { reason }), steps, matched: 1, raw }
  if (finish.whole.length > 0)
    return rule.many
      ? { value, steps, matched: 1, raw }
      : applyListTransforms(rule, { value, steps, matched: 1, raw }, run.page)
  return { ...applyType(value, finish, run.page), steps, matched: 1, raw }
}
