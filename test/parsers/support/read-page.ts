import assert from 'node:assert/strict'
import { z } from 'zod'
import { compileParser, defaultEngineOf } from '../../../server/parsers/compile/compile-parser.ts'
import { outputSchema } from '../../../server/parsers/output-schema.ts'
import type { PageInput } from '../../../server/parsers/page-view.ts'
import type { ParseResult } from '../../../server/parsers/parse-result.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

/** Reads a page with these fields, and asserts that the data fits the output schema of the parser. */
export function readPage(fields: Fields, text: string, page: Partial<PageInput> = {}): ParseResult {
  const result = runParser(
    compileParser({ fields }, defaultEngineOf(text)),
    { text, ...page },
    { trace: true },
  )
  const promised = z.fromJSONSchema(outputSchema({ fields }) as Parameters<typeof z.fromJSONSchema>[0])
  const { error } = promised.safeParse(result.data)
  assert.equal(error, undefined, `The data does not fit its output schema: ${error}`)
  return result
}

/** Reads only the data. */
export const read = (fields: Fields, text: string, page?: Partial<PageInput>) =>
  readPage(fields, text, page).data

/** The reason why the single field `x` is null on a page. */
export function whyNull(rule: Fields[string], text: string): string | undefined {
  const { data, nulls } = readPage({ x: rule }, text)
  assert.ok(
    data.x === null || (Array.isArray(data.x) && data.x.length === 0),
    `x is ${JSON.stringify(data.x)}`,
  )
  return nulls.find(({ field }) => field === 'x')?.reason
}
