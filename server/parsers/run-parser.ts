import type { CompiledParser } from './compiled-parser.ts'
import { evaluateFields } from './evaluate.ts'
import { type PageInput, type PageView, viewPage } from './page-view.ts'
import type { ParseResult } from './parse-result.ts'
import { createRecord } from './run-record.ts'

/**
 * Reads a page with a parser. Pure. A value that is missing or of a wrong type is null with a reason; throws AppError
 * `required_missing` with the field's data path where the parser requires it. `expects` is a selector to look for.
 */
export function runParser(
  parser: CompiledParser,
  page: PageInput,
  options: { trace?: boolean; expects?: string | undefined; clock?: () => number } = {},
): ParseResult {
  const record = createRecord(options.trace ?? false, parser.keys, options.clock)
  const run = { page: viewPage(page, parser.engine), record }
  const { expects } = options
  const data = evaluateFields(
    parser.fields,
    { scope: { node: null, item: undefined }, index: 0, outer: null },
    '',
    run,
  )
  const { nulls, fills, trace } = record
  return {
    data,
    nulls,
    fields: Object.fromEntries(fills),
    ...(trace && { trace }),
    ...(expects && { expected: holds(run.page, expects, parser) }),
  }
}

function holds({ html }: PageView, selector: string, { engine }: CompiledParser): boolean {
  return html().select(engine.compile(selector), html().root, 1).length > 0
}
