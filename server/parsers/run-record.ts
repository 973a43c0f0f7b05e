import type { CompiledRule } from './compiled-parser.ts'
import type { DetailLink, FieldTrace, Fill, NullReason } from './parse-result.ts'
import type { Json } from './parser-schema.ts'
import type { Scope } from './sources/source.ts'
import type { Step } from './values/finish-value.ts'
import type { Reading } from './values/reading.ts'

const MAX_NULLS = 1000
const MAX_TRACE = 5000
const MAX_TEXT = 200

/** What a run notes beside its data; `trace` only when it is asked for. */
export interface RunRecord {
  nulls: NullReason[]
  links: DetailLink[]
  fills: Map<string, Fill>
  trace?: NotedTrace[]
  /** Tells milliseconds, where time is noted, too. */
  clock?: (() => number) | undefined
}

/** A trace whose places have no numbers yet: these are counted once a page, when all is read. */
export interface NotedTrace extends FieldTrace {
  places: Scope[]
}

/** What a rule came to. `raw` is the value before its type was applied, `chosen` the rule of `any` that gave it. */
export interface Outcome extends Reading {
  matched: number
  raw: Json
  chosen?: number
  passed?: string[]
  /** What its source found, where that is traced. */
  places?: Scope[]
  /** What each transform made of it. */
  steps?: Step[]
  /** The list was too short. */
  tooFew?: boolean
}

/** An empty record that counts these fields from zero on. */
export function createRecord(traced: boolean, keys: string[] = [], clock?: () => number): RunRecord {
  const fills = new Map(keys.map(key => [key, { filled: 0, total: 0 }]))
  return { nulls: [], links: [], fills, ...(traced && { trace: [], clock }) }
}

export function recordNull(record: RunRecord, rule: CompiledRule, field: string, reason = ''): void {
  if (record.nulls.length < MAX_NULLS) record.nulls.push({ field, rule: rule.path, reason })
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

/** Counts which rule of a chain had the value of a field. */
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

/** Notes how a field came by its value. Fields of an object have entries of their own. */
export function recordTrace(
  record: RunRecord,
  rule: CompiledRule,
  field: string,
  outcome: Outcome,
  value: Json,
  started?: number,
): void {
  if (!record.trace || record.trace.length >= MAX_TRACE) return
  const { matched, raw, chosen, passed, places = [], reason, steps } = outcome
  const defaulted = outcome.value === null && value !== null
  record.trace.push({
    field,
    rule: rule.path,
    matched,
    raw: shorten(raw),
    ...(steps && { steps: steps.map(step => ({ ...step, value: shorten(step.value) })) }),
    value: rule.fields ? null : shorten(value),
    ...(chosen !== undefined && { chosen }),
    ...(passed?.length && { passed }),
    places,
    ...(reason && { reason: defaulted ? `defaulted: ${reason}` : reason }),
    ...(started !== undefined &&
      record.clock && { ms: Math.round((record.clock() - started) * 1000) / 1000 }),
  })
}

/** Adds what was noted during an attempt that turned out well; `move` changes the places that it was noted for. */
export function mergeRecord(record: RunRecord, attempt: RunRecord, move?: (path: string) => string): void {
  const moved = <T extends { field: string }>(notes: T[], room: number) => {
    const taken = notes.slice(0, room)
    return move ? taken.map(note => ({ ...note, field: move(note.field) })) : taken
  }
  record.nulls.push(...moved(attempt.nulls, MAX_NULLS - record.nulls.length))
  record.links.push(...attempt.links)
  record.trace?.push(...moved(attempt.trace ?? [], MAX_TRACE - record.trace.length))
  for (const [key, fill] of attempt.fills) addFill(record, key, fill)
}

function shorten(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : value
}
