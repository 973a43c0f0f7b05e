import { decodeText } from '../pages/charset.ts'
import { charactersOf } from '../parsers/answer.ts'
import { compileParser, engineOf } from '../parsers/compile-parser.ts'
import { typeOfFile } from '../parsers/json/rows-of-text.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { runParser } from '../parsers/run-parser.ts'
import { SETTINGS } from '../settings/settings.ts'
import { createInputReader, isStdin } from './read-input.ts'

/** How a saved page is parsed. */
export interface ParseOptions {
  /** Also tell why values are null and how each field came by its value. */
  trace?: boolean
  /** The address that links of the page are relative to. */
  url?: string
  /** The time that relative dates of the page refer to, in milliseconds. */
  at?: number
}

/** A saved page read with a schema file. Throws AppError for what is wrong in the schema or missing in the page. */
export async function parseFile(
  schemaFile: string,
  pageFile: string,
  options: ParseOptions,
): Promise<unknown> {
  if (isStdin(schemaFile) && isStdin(pageFile))
    throw new Error('Standard input can be the schema or the page, not both.')
  const { trace = false, url, at } = options
  const input = createInputReader()
  const text = decodeText(input.bytes(pageFile))
  const schema = input.json(schemaFile) as ParserSchema
  const parser = compileParser(schema, await engineOf(schema, text))
  const page = {
    text,
    contentType: typeOfFile(pageFile),
    ...(url !== undefined && { url }),
    ...(at !== undefined && { at }),
  }
  const most = charactersOf(SETTINGS.parse_max_answer_mb.default)
  const result = runParser(parser, page, { trace, most, clock: () => performance.now() })
  return trace ? { data: result.data, nulls: result.nulls, trace: result.trace } : result.data
}
