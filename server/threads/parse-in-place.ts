import { fastEngine } from '../html/fast-engine.ts'
import { createWork, TooMuchWork } from '../html/work.ts'
import { defaultEngineOf } from '../parsers/compile/compile-parser.ts'
import { isPlain } from '../parsers/is-plain.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { markupOf, parsePage } from './parse-page.ts'
import type { ParseTask } from './tasks.ts'

/**
 * Up to this size a page is read sooner where it is than in another thread: half a millisecond, against that and the
 * way there and back (`node test/bench/run.ts place`). Larger ones would keep other requests waiting.
 */
export const IN_PLACE_BYTES = 65_536

/** Work that a page may take in place: about ten milliseconds. */
const WORK = 3_000_000

/** Media types of pages that are not HTML, which nothing but the deadline bounds. */
const IS_TABLE = /csv|tab-separated|jsonl|ndjson/i

/**
 * Reads a small page with a plain parser on the spot; null where a thread has to: what a parser may cost beyond its
 * plain paths has no bound but the deadline, and only a thread can be ended. A page that turns out to take more than some
 * milliseconds is read again in a thread, too.
 */
export function parseInPlace(task: ParseTask): ParseResult | null {
  const { bytes, schema, expects, contentType } = task
  if (bytes.length > IN_PLACE_BYTES || expects !== undefined || schema.strict || !isPlain(schema)) return null
  if (contentType && IS_TABLE.test(contentType)) return null
  const page = markupOf(task)
  if (defaultEngineOf(page) !== fastEngine) return null
  try {
    return parsePage(task, page, fastEngine, createWork(WORK))
  } catch (error) {
    if (error instanceof TooMuchWork) return null
    throw error
  }
}
