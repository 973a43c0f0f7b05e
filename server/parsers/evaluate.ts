import { AppError } from '../errors.ts'
import type { CompiledField, CompiledFields, CompiledRule } from './compiled-parser.ts'
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
import type { Frame, Scope, Source } from './sources/source.ts'
import { convert } from './values/convert.ts'

/** What one run on one page shares. */
export interface Run {
  page: PageView
  record: RunRecord
}

/** Where an object is read from, and what stands around it. */
export interface Place {
  scope: Scope
  /** Its place in the nearest list. */
  index: number
  outer: Frame | null
}

/** Reads fields from one place into an object; every field is there, null where the page has no value. */
export function evaluateFields(fields: CompiledFields, place: Place, at: string, run: Run): JsonObject {
  const { scope, index, outer } = place
  const frame: Frame = { index, values: {}, outer }
  for (const field of fields.inTurn) {
    frame.values[field.name] = evaluateField(field, scope, joinPath(at, field.step), { run, frame })
  }
  return fields.names ? inOrder(frame.values, fields.names) : frame.values
}

const inOrder = (values: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map(name => [name, values[name]!]))

/** What a rule is evaluated with: what the page's run shares, and the object that the rule is a part of. */
interface Around {
  run: Run
  frame: Frame
}

function evaluateField({ key, rule }: CompiledField, scope: Scope, at: string, around: Around): Json {
  const { run } = around
  const outcome = evaluateRule(rule, scope, at, around)
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

function evaluateRule(rule: CompiledRule, scope: Scope, at: string, around: Around): Outcome {
  const { source } = rule
  if (Array.isArray(source)) return firstOutcome(source, scope, at, around)
  const found = source.find(scope, around.run.page, around.frame)
  if (rule.tally) return tallied(rule, found)
  if (typeof found === 'string') return noOutcome(found)
  if (rule.all) return readAll(rule, source, found, at, around)
  const place = found.at(rule.pick ?? 0)
  return place
    ? readOne(rule, source, place, at, around)
    : noOutcome(`only ${found.length} match, none at ${rule.pick}`)
}

function tallied({ tally }: CompiledRule, found: Scope[] | string): Outcome {
  const matched = typeof found === 'string' ? 0 : found.length
  return { value: tally === 'count' ? matched : matched > 0, matched, raw: null }
}

/** `index` is the place in the list that is being read, if one is. */
function readOne(
  rule: CompiledRule,
  source: Source,
  scope: Scope,
  at: string,
  { run, frame }: Around,
  index = frame.index,
): Outcome {
  if (rule.fields) {
    const value = evaluateFields(rule.fields, { scope, index, outer: frame }, at, run)
    return { value, matched: 1, raw: null }
  }
  const reading = source.read(scope, run.page)
  const raw = reading.value
  return { ...(raw === null ? reading : convert(raw, rule.type)), matched: 1, raw }
}

/** An item without a value stays in the list as null, so that lists of one page stay in step. */
function readAll(rule: CompiledRule, source: Source, places: Scope[], at: string, around: Around): Outcome {
  const { record } = around.run
  const outcomes = places.slice(0, rule.limit).map((place, index) => {
    const outcome = readOne(rule, source, place, `${at}[${index}]`, around, index)
    if (outcome.value === null) recordNull(record, rule, `${at}[${index}]`, outcome.reason)
    return outcome
  })
  return { ...outcomes[0]!, value: outcomes.map(outcome => outcome.value), matched: places.length }
}

/** The first rule with a value. What the ones before it noted is forgotten, but for their reasons. */
function firstOutcome(rules: CompiledRule[], scope: Scope, at: string, { run, frame }: Around): Outcome {
  const reasons: string[] = []
  for (const [chosen, rule] of rules.entries()) {
    const attempt = { page: run.page, record: createRecord(run.record.trace !== undefined) }
    const outcome = tryRule(rule, scope, at, { run: attempt, frame })
    if (hasValue(outcome.value, rule)) {
      mergeRecord(run.record, attempt.record)
      return { ...outcome, chosen }
    }
    reasons.push(`${chosen}: ${outcome.reason}`)
  }
  return noOutcome(`no rule of "any" has a value (${reasons.join('; ')})`)
}

/** A required field that is missing inside one of several rules only rules that one out. */
function tryRule(rule: CompiledRule, scope: Scope, at: string, around: Around): Outcome {
  try {
    return evaluateRule(rule, scope, at, around)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'required_missing') throw error
    return noOutcome(error.message)
  }
}

const noOutcome = (reason: string): Outcome => ({ value: null, reason, matched: 0, raw: null })

function hasValue(value: Json, { all }: CompiledRule): boolean {
  return all && Array.isArray(value) ? value.some(item => item !== null) : value !== null
}
