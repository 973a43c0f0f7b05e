import { fastEngine, fastEngineFor } from '../html/fast-engine.ts'
import { TooManyRows } from '../html/tree/tree.ts'
import { engineOf } from '../parsers/compile-parser.ts'
import { isPlain } from '../parsers/is-plain.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParseTask } from './extraction.ts'
import { markupOf, parsePage } from './parse-page.ts'

/**
 * Up to this size a page is read sooner where it is than in another thread: half a millisecond, against that and the
 * way there and back (`node test/bench/run.ts place`). Larger ones would keep other requests waiting.
 */
export const IN_PLACE_BYTES = 65_536

/** Rows that a page may have looked at in place: a millisecond or two. */
const engine = fastEngineFor(400_000)

/**
 * Reads a small page with a plain parser on the spot; null where a thread has to: what a parser may cost beyond its
 * plain paths has no bound but the deadline, and only a thread can be ended.
 */
export function parseInPlace(task: ParseTask): ParseResult | null {
  const { bytes, schema, expects } = task
  if (bytes.length > IN_PLACE_BYTES || expects !== undefined || !isPlain(schema)) return null
  const page = markupOf(task)
  if (engineOf(schema, page) !== fastEngine) return null
  try {
    return parsePage(task, page, engine)
  } catch (error) {
    if (error instanceof TooManyRows) return null
    throw error
  }
}
