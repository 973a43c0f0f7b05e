import type { CompiledRule } from '../compile/compiled-parser.ts'
import type { DetailLink, FieldTrace, Fill, NullReason } from '../parse-result.ts'
import type { Json } from '../parser-schema.ts'
import type { Scope } from '../sources/source.ts'
import type { TransformStep } from '../values/finish-value.ts'
import type { ReadResult } from '../values/reading.ts'

/** The maximum number of notes of each kind. Longer texts in them are cut. */
export const MAX_NULLS = 1_000
export const MAX_TRACE = 5_000
const MAX_TEXT = 200
const MAX_REASON = 500
const NO_REASONS: ReadonlyMap<number, string> = new Map()
/** The maximum number of characters in all nulls and traces of a page, since field names may be long. */
const MAX_NOTES = 8_000_000
/** The maximum number of places that are listed for a rule. */
const MAX_PLACES = 500

/** What a run records beside its data. `trace` is present only if requested. */
export interface RunRecord {
  nulls: NullReason[]
  links: DetailLink[]
  /** Names of fields of the page whose lists were too short or too long. */
  wrongLists?: string[]
  fills: Map<string, Fill>
  trace?: UnnumberedTrace[]
  /** The approximate number of characters of the answer so far, and of the notes. */
  size: number
  noted: number
  /** Returns the time in milliseconds; present only if times are recorded. */
  clock?: (() => number) | undefined
}

/** A trace whose places have no numbers yet. They are numbered once, after the whole page was read. */
export interface UnnumberedTrace extends FieldTrace {
  places: Scope[]
}

/**
 * The outcome of a rule. `raw` is the value before its type was applied; `chosen` is the index of the choice of `any` that
 * had it.
 */
export interface Outcome extends ReadResult {
  matched: number
  raw: Json
  chosen?: number
  passed?: string[]
  /** The places that the source found, if they are traced. */
  places?: Scope[]
  /** The value after each transform. */
  steps?: TransformStep[]
  /** The reasons, by index, of nulls in a list that transforms made. */
  itemReasons?: ReadonlyMap<number, string>
  /** Whether the list was too short. */
  tooFew?: boolean
  /** Whether the list was too long. */
  tooMany?: boolean
}

/** Creates an empty record that counts these fields from zero. */
export function createRecord(traced: boolean, keys: string[] = [], clock?: () => number): RunRecord {
  const fills = new Map(keys.map(key => [key, { filled: 0, total: 0 }]))
  return { nulls: [], links: [], fills, size: 0, noted: 0, ...(traced && { trace: [], clock }) }
}

/** Cuts a reason to the length that is shown. */
export const shortReason = (reason: string): string =>
  reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON).toWellFormed()}…` : reason

export function recordNull(record: RunRecord, rule: CompiledRule, field: string, reason = ''): void {
  const isFull = record.nulls.length === MAX_NULLS || record.noted > MAX_NOTES
  if (isFull) return
  record.nulls.push({ field, rule: rule.path, reason: shortReason(reason) })
  record.noted += field.length + rule.path.length + Math.min(reason.length, MAX_REASON)
}

/** Records the null items of a list that transforms made. */
export function recordItemNulls(
  record: RunRecord,
  rule: CompiledRule,
  field: string,
  { itemReasons = NO_REASONS }: Outcome,
): void {
  for (const [index, reason] of itemReasons) recordNull(record, rule, `${field}[${index}]`, reason)
}

export function recordFill(record: Pick<RunRecord, 'fills'>, key: string, filled: number, total = 1): void {
  const fill = record.fills.get(key)
  if (!fill) {
    record.fills.set(key, { filled, total })
    return
  }
  fill.filled += filled
  fill.total += total
}

/** Counts which choice of `any` had the value of a field. */
export function recordHit(record: RunRecord, key: string, chosen: number): void {
  addHits(record.fills.get(key)!, [...Array(chosen).fill(0), 1])
}

/** Adds the counts of another record. */
export function addFill(record: Pick<RunRecord, 'fills'>, key: string, { filled, total, hits }: Fill): void {
  recordFill(record, key, filled, total)
  if (hits) addHits(record.fills.get(key)!, hits)
}

function addHits(fill: Fill, more: number[]): void {
  const { hits = [] } = fill
  for (const [rule, count] of more.entries()) hits[rule] = (hits[rule] ?? 0) + count
  fill.hits = hits
}

/** Records how a field got its value. The fields of an object have entries of their own. */
export function recordTrace(
  record: RunRecord,
  rule: CompiledRule,
  field: string,
  outcome: Outcome,
  value: Json,
  started?: number,
): void {
  if (!record.trace || record.trace.length >= MAX_TRACE || record.noted > MAX_NOTES) return
  const { matched, raw, chosen, passed, places = [], reason, steps } = outcome
  const defaulted = outcome.value === null && value !== null
  record.noted += field.length + rule.path.length
  record.noted += MAX_TEXT * (2 + (steps?.length ?? 0)) + MAX_REASON * (passed?.length ?? 0)
  record.trace.push({
    field,
    rule: rule.path,
    matched,
    raw: shorten(raw),
    ...(steps && { steps: steps.map(step => ({ ...step, value: shorten(step.value) })) }),
    value: rule.fields ? null : shorten(value),
    ...(chosen !== undefined && { chosen }),
    ...(passed?.length && { passed }),
    places: places.slice(0, MAX_PLACES),
    ...(reason && { reason: shortReason(defaulted ? `defaulted: ${reason}` : reason) }),
    ...(started !== undefined &&
      record.clock && { ms: Math.round((record.clock() - started) * 1000) / 1000 }),
  })
}

/** Adds the notes of an attempt that succeeded. `move` changes the paths that they refer to. */
export function mergeRecord(record: RunRecord, other: RunRecord, move?: (path: string) => string): void {
  const moveNotes = <T extends { field: string }>(notes: T[], capacity: number) => {
    const kept = record.noted > MAX_NOTES ? [] : notes.slice(0, capacity)
    return move ? kept.map(note => ({ ...note, field: move(note.field) })) : kept
  }
  record.nulls.push(...moveNotes(other.nulls, MAX_NULLS - record.nulls.length))
  for (const link of other.links) record.links.push(link)
  record.size += other.size
  record.noted += other.noted
  record.trace?.push(...moveNotes(other.trace ?? [], MAX_TRACE - record.trace.length))
  for (const [key, fill] of other.fills) addFill(record, key, fill)
}

function shorten(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : value
}
