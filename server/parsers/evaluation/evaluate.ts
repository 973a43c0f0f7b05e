import { AppError } from '../../base/errors.ts'
import { spend } from '../../html/work.ts'
import { sizeOfName } from '../answer.ts'
import { sortItems } from '../arrange.ts'
import type { CompiledField, CompiledFields, CompiledLink, CompiledRule } from '../compile/compiled-parser.ts'
import { joinPath } from '../field-path.ts'
import { joinRows } from '../join-rows.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { CompiledSource, Frame, Scope } from '../sources/source.ts'
import { isPlaceOn, pageAddress } from '../values/read-url.ts'
import { countCharacters, type Evaluation, measureValue, WORK_PER_RULE } from './evaluation.ts'
import {
  applyListTransforms,
  hasValue,
  isEmpty,
  missingValue,
  noOutcome,
  tallyOutcome,
  wrongLength,
} from './outcome.ts'
import { readFirst, readValue } from './rule-value.ts'
import {
  createRecord,
  mergeRecord,
  type Outcome,
  type RunRecord,
  recordFill,
  recordHit,
  recordItemNulls,
  recordNull,
  recordTrace,
  shortReason,
} from './run-record.ts'

/** The work of creating an error object. */
const WORK_PER_ERROR = 5_000

/** Where an object is read from, and what stands around it. */
interface ObjectScope {
  scope: Scope
  /** Its index in the nearest list. */
  index: number
  outer: Frame | null
}

/** Reads fields from one place into an object. Every field is present; it is null if the page has no value. */
export function evaluateFields(
  fields: CompiledFields,
  objectScope: ObjectScope,
  dataPath: string,
  run: Evaluation,
): JsonObject {
  const { scope, index, outer } = objectScope
  const frame: Frame = { index, values: {}, outer }
  for (const field of fields.inTurn) {
    frame.values[field.name] = evaluateField(field, scope, joinPath(dataPath, field.step), { run, frame })
  }
  return fields.names ? reorder(frame.values, fields.names) : frame.values
}

const reorder = (values: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map(name => [name, values[name]!]))

/** Records the page behind a link, whose fields the object gets. Until that page is read, they are empty. */
export function recordLink(
  follow: CompiledLink,
  into: JsonObject,
  objectScope: ObjectScope,
  dataPath: string,
  run: Evaluation,
): void {
  const { link, page, limit, onError, empty, names } = follow
  const frame = { index: objectScope.index, values: into, outer: objectScope.outer }
  const { value, reason } = evaluateRule(link, objectScope.scope, dataPath, { run, frame })
  for (const name of names) into[name] = measureValue(run, empty[name]!, dataPath)
  if (typeof value !== 'string')
    recordNull(run.record, link, dataPath, `there is no link to follow: ${reason}`)
  else if (isPlaceOn(run.page.address, value))
    recordNull(run.record, link, dataPath, 'the link leads to a place on the page itself')
  else run.record.links.push({ into, url: pageAddress(value), page, limit, onError, names })
}

/** Whether a rule finds anything in the page. A match whose text is empty counts. */
export function findsAnything(rule: CompiledRule, run: Evaluation): boolean {
  const { value, matched, raw } = evaluateRule(rule, WHOLE_PAGE.scope, '', { run, frame: NO_FRAME })
  if (rule.tally) return value === true || Number(value) > 0
  return hasValue(value, rule) || (matched > 0 && raw === null && !rule.fields)
}

/** Reads the value of a rule that is not a field, from the whole page. */
export const readOnPage = (rule: CompiledRule, run: Evaluation): Outcome =>
  evaluateRule(rule, WHOLE_PAGE.scope, '', { run, frame: NO_FRAME })

/** The starting point for the fields of a page. */
export const WHOLE_PAGE: ObjectScope = { scope: { node: null, item: undefined }, index: 0, outer: null }
const NO_FRAME: Frame = { index: 0, values: {}, outer: null }

/** The context of a rule: the state of the run, and the object that the rule belongs to. */
interface RuleContext {
  run: Evaluation
  frame: Frame
}

function evaluateField(
  { name, key, rule }: CompiledField,
  scope: Scope,
  dataPath: string,
  context: RuleContext,
): Json {
  const { run, frame } = context
  const { record } = run
  const started = record.clock?.()
  countCharacters(run, sizeOfName(name), dataPath)
  const outcome = evaluateRule(rule, scope, dataPath, context)
  const value = outcome.value ?? measureValue(run, rule.default, dataPath)
  recordFill(record, key, hasValue(outcome.value, rule) ? 1 : 0)
  // The items of a list may each use a different choice of `any`.
  if (outcome.chosen !== undefined && !(rule.variants && rule.many)) recordHit(record, key, outcome.chosen)
  recordTrace(record, rule, dataPath, outcome, value, started)
  if (!hasValue(value, rule) && !(run.paging.from !== undefined && frame.outer === null))
    requireValue(rule, dataPath, outcome, run)
  if (outcome.value === null && rule.all && frame.outer === null) noteWrongList(name, rule, outcome, run)
  if (value === null) recordNull(record, rule, dataPath, outcome.reason)
  else if (value === outcome.value) recordItemNulls(record, rule, dataPath, outcome)
  return value ?? (rule.all ? [] : null)
}

/** Notes that a list is empty because its length is wrong, and not because the page has nothing for it. */
function noteWrongList(name: string, rule: CompiledRule, { tooMany }: Outcome, run: Evaluation): void {
  if (!tooMany && lengthsOf(rule, run).least === 0) return
  run.record.wrongLists ??= []
  run.record.wrongLists.push(name)
}

/** Throws if the rule says that a missing value ends the parse or leaves out the item. */
function requireValue(
  rule: CompiledRule,
  dataPath: string,
  outcome: Outcome,
  { work, maySkip }: Evaluation,
): void {
  const isWrong = outcome.raw !== null
  if (rule.required || rule.onError) spend(work, WORK_PER_ERROR)
  if (rule.onError === 'skip_item' && maySkip)
    throw new SkipItemError(`its field ${dataPath} has no value: ${outcome.reason}`)
  if (rule.required || (rule.onError === 'fail' && isWrong))
    throw missingValue(rule.required, dataPath, outcome)
}

/** Thrown by a field whose item is to be left out of its list. */
class SkipItemError extends Error {}

function evaluateRule(rule: CompiledRule, scope: Scope, dataPath: string, context: RuleContext): Outcome {
  const { source } = rule
  spend(context.run.work, WORK_PER_RULE)
  if (rule.zip) return readZip(rule, rule.zip, scope, dataPath, context)
  if (Array.isArray(source)) return firstOutcome(source, scope, dataPath, context)
  if (rule.takesFirst && !context.run.record.trace)
    return readFirst(rule, source, scope, dataPath, context.run)
  const found = source.find(scope, context.run.page, context.frame)
  if (rule.tally) return tallyOutcome(rule, found)
  if (typeof found === 'string') return noOutcome(found)
  const outcome = rule.many
    ? readMany(rule, source, found, dataPath, context)
    : readOne(rule, source, found[0]!, dataPath, context)
  return context.run.record.trace ? { ...outcome, places: found } : outcome
}

/** Reads joined lists (`zip`) like the items of a JSON list. */
function readZip(
  rule: CompiledRule,
  { lists, by, names }: NonNullable<CompiledRule['zip']>,
  scope: Scope,
  dataPath: string,
  context: RuleContext,
): Outcome {
  const { record } = context.run
  const { size } = record
  const values = lists.map(list => evaluateRule(list, scope, dataPath, context).value)
  const rows = joinRows(values, by, names, characters => countCharacters(context.run, characters, dataPath))
  // The characters of the lists are counted again as rows.
  record.size = size
  if (rows.length === 0) return noOutcome('no list has an object with the field of "by"')
  const places = rows.map(item => ({ node: scope.node, item }))
  return readMany(rule, rule.source as CompiledSource, places, dataPath, context)
}

/** `index` is the index in the list that is being read, if any. */
function readOne(
  rule: CompiledRule,
  source: CompiledSource,
  scope: Scope,
  dataPath: string,
  { run, frame }: RuleContext,
  index = frame.index,
): Outcome {
  spend(run.work, WORK_PER_RULE)
  if (rule.fields) {
    const objectScope = { scope, index, outer: frame }
    const value = evaluateFields(rule.fields, objectScope, dataPath, run)
    if (rule.follow) recordLink(rule.follow, value, objectScope, dataPath, run)
    if (rule.dropsEmpty && isEmpty(value)) return { ...noOutcome('all its fields are empty'), matched: 1 }
    return { value, matched: 1, raw: null }
  }
  if (rule.variants)
    return firstOutcome(rule.variants, scope, dataPath, { run, frame: { index, values: {}, outer: frame } })
  const outcome = readValue(rule, source, scope, run)
  outcome.value = measureValue(run, outcome.value, dataPath)
  return outcome
}

/** An item of a list. Its notes count only if it is kept, and move to the index that it has in the end. */
interface ListItem extends Outcome {
  notes?: { record: RunRecord; at: string }
}

/** Reads matches one by one, and drops those that are filtered out, duplicate or skipped. */
function readItems(
  rule: CompiledRule,
  source: CompiledSource,
  places: Scope[],
  dataPath: string,
  context: RuleContext,
): ListItem[] {
  const { where, keyOf, compare, limit } = rule.arrangement
  const { run, frame } = context
  const before = (rule.isPaged && run.paging.from) || 0
  const leavesOut = where || keyOf || rule.maySkip || rule.dropsEmpty
  if (!leavesOut && !compare && rule.pick === undefined)
    return places
      .slice(0, limit)
      .map((scope, index) => readOne(rule, source, scope, `${dataPath}[${index}]`, context, before + index))
  const kept: ListItem[] = []
  const leftOut: Json[] = []
  const keys = new Set<string>()
  let heldSize = 0
  for (const scope of places) {
    const index = kept.length
    if (index === limit && !compare) break
    const notes = { record: newRecord(run), at: `${dataPath}[${index}]` }
    const pending = run.pending + run.record.size + heldSize
    const outcome = readOrSkip(
      rule,
      source,
      scope,
      notes.at,
      { run: { ...run, record: notes.record, pending, maySkip: true }, frame },
      before + index,
    )
    const key = outcome && keyOf?.(outcome.value)
    if (!outcome || (where && !where(outcome.value)) || (key && keys.has(key))) {
      // A skipped item has no value that tells it from those of other pages.
      if (rule.isPaged) leftOut.push(outcome ? outcome.value : (run.page.address ?? null))
      continue
    }
    if (key) keys.add(key)
    kept.push({ ...outcome, notes })
    heldSize += notes.record.size
  }
  if (rule.isPaged && kept.length === 0) run.paging.leftOut = leftOut
  return kept
}

const whyAllLeftOut = ({ arrangement, maySkip, dropsEmpty }: CompiledRule): string => {
  const causes = [
    ...(arrangement.where ? ['"where"'] : []),
    ...(maySkip ? ['"skip_item"'] : []),
    ...(dropsEmpty ? ['"empty"'] : []),
  ]
  return `all matches were left out by ${causes.join(' or ')}`
}

const newRecord = ({ record }: Evaluation): RunRecord =>
  createRecord(record.trace !== undefined, [], record.clock)

/** Adds the notes of an item to the record, moved to its final path. */
function mergeNotes({ notes, ...outcome }: ListItem, dataPath: string, { record }: Evaluation): Outcome {
  if (notes)
    mergeRecord(
      record,
      notes.record,
      notes.at === dataPath ? undefined : path => dataPath + path.slice(notes.at.length),
    )
  return outcome
}

function readOrSkip(
  ...[rule, source, scope, dataPath, context, index]: Required<Parameters<typeof readOne>>
): Outcome | null {
  try {
    const outcome = readOne(rule, source, scope, dataPath, context, index)
    if (outcome.value === null && (rule.onError === 'skip_item' || rule.dropsEmpty)) return null
    return outcome
  } catch (error) {
    if (error instanceof SkipItemError) return null
    throw error
  }
}

/**
 * Reads all matches. An item without a value stays in the list as null, so that the lists of a page keep the same indices.
 */
function readMany(
  rule: CompiledRule,
  source: CompiledSource,
  places: Scope[],
  dataPath: string,
  context: RuleContext,
): Outcome {
  const { size } = context.run.record
  const items = sortItems(readItems(rule, source, places, dataPath, context), rule.arrangement)
  if (items.length === 0) return { ...noOutcome(whyAllLeftOut(rule)), matched: places.length }
  const { shape } = rule.arrangement
  if (rule.pick !== undefined || !(rule.all || shape || rule.finish.whole.length > 0))
    return pickOne(rule, items, dataPath, context.run)
  const outcomes = items.map((item, index) =>
    item.notes ? mergeNotes(item, `${dataPath}[${index}]`, context.run) : item,
  )
  for (const [index, { value, reason }] of outcomes.entries()) {
    if (value === null) recordNull(context.run.record, rule, `${dataPath}[${index}]`, reason)
  }
  const list = { ...outcomes[0]!, value: outcomes.map(outcome => outcome.value), matched: places.length }
  const wrong = wrongLength(list.value.length, lengthsOf(rule, context.run))
  if (wrong) return wrong
  if (shape) return { ...list, value: shape(list.value) }
  if (rule.finish.whole.length === 0) return list
  const outcome = applyListTransforms(rule, list, context.run.page)
  // The result counts instead of the items that it was made of.
  context.run.record.size = size
  outcome.value = measureValue(context.run, outcome.value, dataPath)
  return outcome
}

/** How many items a list may have on one page. A list that goes on is as long as all its pages together. */
function lengthsOf(
  { isPaged, arrangement: { least, most } }: CompiledRule,
  { paging: { isPart, from } }: Evaluation,
) {
  return {
    least: isPaged && isPart ? 0 : least,
    most: isPaged && from !== undefined ? Number.POSITIVE_INFINITY : most,
  }
}

function pickOne({ pick = 0 }: CompiledRule, items: ListItem[], dataPath: string, run: Evaluation): Outcome {
  const picked = items.at(pick)
  return picked
    ? { ...mergeNotes(picked, dataPath, run), matched: items.length }
    : noOutcome(`only ${items.length} match, none at ${pick}`)
}

/** Returns the outcome of the first rule that has a value. Of the rules before it, only the reasons are kept. */
function firstOutcome(
  rules: CompiledRule[],
  scope: Scope,
  dataPath: string,
  { run, frame }: RuleContext,
): Outcome {
  const reasons: string[] = []
  for (const [chosen, rule] of rules.entries()) {
    const choiceRun = rule.takesNotes
      ? { ...run, record: newRecord(run), pending: run.pending + run.record.size, maySkip: true }
      : run
    const outcome = tryRule(rule, scope, dataPath, { run: choiceRun, frame })
    if (hasValue(outcome.value, rule)) {
      if (choiceRun !== run) mergeRecord(run.record, choiceRun.record)
      return { ...outcome, chosen, passed: reasons }
    }
    reasons.push(`${chosen}: ${shortReason(outcome.reason ?? '')}`)
  }
  return noOutcome(`no rule of "any" has a value (${reasons.join('; ')})`)
}

/** Evaluates one choice of `any`. A missing required field inside it rules out only this choice. */
function tryRule(rule: CompiledRule, scope: Scope, dataPath: string, context: RuleContext): Outcome {
  try {
    return evaluateRule(rule, scope, dataPath, context)
  } catch (error) {
    if (error instanceof SkipItemError) return noOutcome(error.message)
    if (!(error instanceof AppError) || !/missing|few/.test(error.code)) throw error
    return noOutcome(error.message)
  }
}
