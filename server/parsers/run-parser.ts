import { AppError } from '../errors.ts'
import type { CompiledParser } from './compiled-parser.ts'
import { evaluateFields, type Place } from './evaluate.ts'
import { type PageInput, type PageView, viewPage } from './page-view.ts'
import type { ParseFault, ParseResult } from './parse-result.ts'
import type { JsonObject } from './parser-schema.ts'
import { createRecord } from './run-record.ts'

interface RunOptions {
  trace?: boolean
  tellFault?: boolean | undefined
  expects?: string | undefined
  clock?: () => number
  /** Rows of the page that may be looked at; more than these throw TooManyRows. */
  rows?: number
}

const WHOLE_PAGE: Place = { scope: { node: null, item: undefined }, index: 0, outer: null }

/**
 * Reads a page with a parser. Pure. A value that is missing or of a wrong type is null with a reason; throws AppError
 * `required_missing` with the field's data path where the parser requires it. `expects` is a selector to look for;
 * `tellFault` makes such a field a part of the result, so that what was noted until then can be read.
 */
export function runParser(parser: CompiledParser, page: PageInput, options: RunOptions = {}): ParseResult {
  const record = createRecord(options.trace ?? false, parser.keys, options.clock)
  const run = { page: viewPage(page, parser.engine, options.rows), record }
  const { expects } = options
  const read = () => evaluateFields(parser.fields, WHOLE_PAGE, '', run)
  const { data, fault } = options.tellFault ? untilFault(read) : { data: read() }
  const { nulls, fills, trace } = record
  return {
    data,
    nulls,
    fields: Object.fromEntries(fills),
    ...(trace && { trace }),
    ...(fault && { fault }),
    ...(expects && { expected: holds(run.page, expects, parser) }),
  }
}

function untilFault(read: () => JsonObject): { data: JsonObject; fault?: ParseFault } {
  try {
    return { data: read() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, facts } = error
    return { data: {}, fault: { code, message, ...(facts.field !== undefined && { field: facts.field }) } }
  }
}

function holds({ html }: PageView, selector: string, { engine }: CompiledParser): boolean {
  return html().select(engine.compile(selector), html().root, 1).length > 0
}
