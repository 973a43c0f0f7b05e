import { AppError } from '../errors.ts'
import { decodeText, looksBinary } from '../pages/charset.ts'
import { compileParser } from '../parsers/compile-parser.ts'
import type { CompiledParser } from '../parsers/compiled-parser.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { runParser } from '../parsers/run-parser.ts'
import type { ParseTask } from './extraction.ts'

const KEPT_PARSERS = 100
const compiled = new Map<string, CompiledParser>()

/** The parser of a key, compiled once a thread; the oldest is dropped when there are many. */
function parserOf(key: string, schema: ParserSchema): CompiledParser {
  const known = compiled.get(key)
  if (known) return known
  const parser = compileParser(schema)
  if (compiled.size >= KEPT_PARSERS) compiled.delete(compiled.keys().next().value!)
  compiled.set(key, parser)
  return parser
}

/** The text of a page. Throws AppError for bytes that are none. */
export function textOf({ bytes, contentType }: { bytes: Uint8Array; contentType: string | null }): string {
  if (looksBinary(bytes))
    throw new AppError('extraction_failed', 'The page holds bytes that are no text.', {
      hint: 'Pages of HTML, XML or JSON can be read; pictures, archives and PDF files cannot.',
    })
  return decodeText(bytes, contentType)
}

/** Reads a page with its parser, in the thread at hand. `rows` is for a caller that cannot wait for ever. */
export function parsePage(task: ParseTask, rows?: number): ParseResult {
  const { url, answer, at = Date.now() } = task
  const page = { text: textOf(task), at, ...(url && { url }), ...(answer && { answer }) }
  const options = { ...task, clock: () => performance.now(), ...(rows !== undefined && { rows }) }
  return runParser(parserOf(task.key, task.schema), page, options)
}
