import { AppError } from '../errors.ts'
import type { CompiledField, CompiledRule } from './compiled-parser.ts'
import { joinPath } from './field-path.ts'
import type { PageView } from './page-view.ts'
import type { Json, JsonObject } from './parser-schema.ts'
import {
  createRecord,
  mergeRecord,
  type Outcome,
  type RunRecord,
  recordFill,
  recordNull,
  recordTrace,
} from './run-record.ts'
import type { Scope, Source } from './sources/source.ts'
import { convert } from './values/convert.ts'

/** What one run on one page shares. */
export interface Run {
  page: PageView
  record: RunRecord
}

/** Reads fields from one place into an object; every field is there, null where the page has no value. */
export function evaluateFields(fields: CompiledField[], scope: Scope, at: string, run: Run): JsonObject {
  const object: JsonObject = {}
  for (const field of fields) {
    object[field.name] = evaluateField(field, scope, joinPath(at, field.step), run)
  }
  return object
}

function evaluateField({ key, rule }: CompiledField, scope: Scope, at: string, run: Run): Json {
  const outcome = evaluateRule(rule, scope, at, run)
  const value = outcome.value ?? rule.default
  recordFill(run.record, key, hasValue(outcome.value, rule) ? 1 : 0)
  recordTrace(run.record, rule, at, outcome, value)
  if (rule.required && !hasValue(value, rule)) {
    const sentence = `The required field ${at} has no value: ${outcome.reason}.`
    throw new AppError('required_missing', sentence, { field: at })
  }
  if (value === null) recordNull(run.record, rule, at, outcome.reason)
  return value ?? (rule.all ? [] : null)
}

function evaluateRule(rule: CompiledRule, scope: Scope, at: string, run: Run): Outcome {
  const { source } = rule
  if (Array.isArray(source)) return firstOutcome(source, scope, at, run)
  const found = source.find(scope, run.page)
  if (typeof found === 'string') return noOutcome(found)
  return rule.all ? readAll(rule, source, found, at, run) : readOne(rule, source, found[0]!, at, run)
}

function readOne(rule: CompiledRule, source: Source, place: Scope, at: string, run: Run): Outcome {
  if (rule.fields) return { value: evaluateFields(rule.fields, place, at, run), matched: 1, raw: null }
  const reading = source.read(place, run.page)
  const raw = reading.value
  return { ...(raw === null ? reading : convert(raw, rule.type)), matched: 1, raw }
}

/** An item without a value stays in the list as null, so that lists of one page stay in step. */
function readAll(rule: CompiledRule, source: Source, places: Scope[], at: string, run: Run): Outcome {
  const outcomes = places.map((place, index) => {
    const outcome = readOne(rule, source, place, `${at}[${index}]`, run)
    if (outcome.value === null) recordNull(run.record, rule, `${at}[${index}]`, outcome.reason)
    return outcome
  })
  return { ...outcomes[0]!, value: outcomes.map(outcome => outcome.value), matched: places.length }
}

/** The first rule with a value. What the ones before it noted is forgotten, but for their reasons. */
function firstOutcome(rules: CompiledRule[], scope: Scope, at: string, run: Run): Outcome {
  const reasons: string[] = []
  for (const [chosen, rule] of rules.entries()) {
    const attempt = { page: run.page, record: createRecord(run.record.trace !== undefined) }
    const outcome = tryRule(rule, scope, at, attempt)
    if (hasValue(outcome.value, rule)) {
      mergeRecord(run.record, attempt.record)
      return { ...outcome, chosen }
    }
    reasons.push(`${chosen}: ${outcome.reason}`)
  }
  return noOutcome(`no rule of "any" has a value (${reasons.join('; ')})`)
}

/** A required field that is missing inside one of several rules only rules that one out. */
function tryRule(rule: CompiledRule, scope: Scope, at: string, run: Run): Outcome {
  try {
    return evaluateRule(rule, scope, at, run)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'required_missing') throw error
    return noOutcome(error.message)
  }
}

const noOutcome = (reason: string): Outcome => ({ value: null, reason, matched: 0, raw: null })

function hasValue(value: Json, { all }: CompiledRule): boolean {
  return all && Array.isArray(value) ? value.some(item => item !== null) : value !== null
}
