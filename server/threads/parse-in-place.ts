import { fastEngine } from '../html/fast-engine.ts'
import { createWorkBudget, WorkLimitError } from '../html/work.ts'
import { defaultEngineOf } from '../parsers/compile/compile-parser.ts'
import { isPlain } from '../parsers/is-plain.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { markupOf, parsePage } from './parse-page.ts'
import type { ParseTask } from './tasks.ts'

/**
 * Up to this size, reading a page directly is faster than in another thread: it takes half a millisecond, and a thread adds
 * the transfer both ways (`node test/bench/run.ts place`). Larger pages would delay other requests.
 */
export const MAX_IN_PLACE_BYTES = 65_536

/** Limit of work for a page that is read directly: about ten milliseconds. */
const MAX_WORK = 3_000_000

/** Media types of pages that are not HTML. Only the deadline limits their work. */
const TABLE_TYPE = /csv|tab-separated|jsonl|ndjson/i

/**
 * Reads a small page with a plain parser directly. Returns null if a thread has to: the cost of other parsers is only
 * limited by the deadline, and only a thread can be terminated. A page that turns out to take more than a few milliseconds
 * is also read again in a thread.
 */
export function parseInPlace(task: ParseTask): ParseResult | null {
  const { bytes, schema, expects, contentType } = task
  if (bytes.length > MAX_IN_PLACE_BYTES || expects !== undefined || schema.strict || !isPlain(schema))
    return null
  if (contentType && TABLE_TYPE.test(contentType)) return null
  const page = markupOf(task)
  if (defaultEngineOf(page) !== fastEngine) return null
  try {
    return parsePage(task, page, fastEngine, createWorkBudget(MAX_WORK))
  } catch (error) {
    if (error instanceof WorkLimitError) return null
    throw error
  }
}
