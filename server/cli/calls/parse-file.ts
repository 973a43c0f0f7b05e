import { extname } from 'node:path'
import { command } from '../../base/command.ts'
import { hasWebScheme } from '../../base/web-scheme.ts'
import { decodeText } from '../../pages/charset.ts'
import { charactersOf } from '../../parsers/answer.ts'
import { checkSchema } from '../../parsers/check-schema.ts'
import { compileParser, engineOf, schemaError } from '../../parsers/compile/compile-parser.ts'
import { typeOfFile } from '../../parsers/json/rows-of-text.ts'
import type { ParserSchema } from '../../parsers/parser-schema.ts'
import { runParser } from '../../parsers/run-parser.ts'
import { readSavedFile } from '../../saved-files/read-saved-file.ts'
import type { SavedPage } from '../../saved-files/saved-file.ts'
import { SETTINGS } from '../../settings/settings.ts'
import { assertOneStdin, createInputReader, type InputReader } from '../read-input.ts'

/** Options for parsing a saved page. */
export interface ParseOptions {
  /** Also print why values are null and how each field got its value. */
  trace?: boolean
  /** The address that the links of the page are relative to. */
  url?: string
  /** The time that relative dates of the page refer to, in milliseconds. */
  at?: number
}

/**
 * Parses a saved page with a schema file. For a file with several pages, returns a list with the name or address of each.
 * Throws AppError for problems in the schema or missing data in a page.
 */
export async function parseFile(
  schemaFile: string,
  pageFile: string,
  options: ParseOptions,
): Promise<unknown> {
  assertOneStdin(schemaFile, pageFile)
  assertSaved(schemaFile, pageFile)
  const input = createInputReader()
  const { pages } = await readSavedFile(input.bytes(pageFile), typeOfFile(pageFile))
  const schema = readSchema(schemaFile, pageFile, input)
  const [problem] = checkSchema(schema)
  if (problem) throw schemaError(problem)
  const [first] = pages
  if (pages.length === 1) return parsePage(schema, first!, options)
  const results: unknown[] = []
  for (const page of pages)
    results.push({ page: page.name ?? page.url, data: await parsePage(schema, page, options) })
  return results
}

/** Throws if the page is an address: `parse` fetches nothing. */
function assertSaved(schemaFile: string, page: string): void {
  if (!hasWebScheme(page)) return
  throw new Error(
    `${page} is an address, and only saved pages are parsed here. To fetch it: ${command`extract --schema ${schemaFile} ${page}`}`,
  )
}

/** Reads the schema. If it is no JSON but the page is, they are probably in the wrong order. */
function readSchema(schemaFile: string, pageFile: string, input: InputReader): ParserSchema {
  try {
    return input.json(schemaFile) as ParserSchema
  } catch (error) {
    const isSwapped = extname(pageFile) === '.json' && extname(schemaFile) !== '.json'
    throw isSwapped ? new Error(`${(error as Error).message}\nThe schema comes first, then the page.`) : error
  }
}

async function parsePage(
  schema: ParserSchema,
  { bytes, contentType, answers, ...saved }: SavedPage,
  { trace = false, url = saved.url ?? undefined, at }: ParseOptions,
): Promise<unknown> {
  const text = decodeText(bytes, contentType)
  const parser = compileParser(schema, await engineOf(schema, text))
  const network = answers.map(answer => ({ ...answer, text: decodeText(answer.bytes, answer.contentType) }))
  const page = {
    text,
    contentType,
    ...(url !== undefined && { url }),
    ...(at !== undefined && { at }),
    ...(network.length > 0 && { network }),
  }
  const most = charactersOf(SETTINGS.parse_max_answer_mb.default)
  const result = runParser(parser, page, { trace, most, clock: () => performance.now() })
  return trace ? { data: result.data, nulls: result.nulls, trace: result.trace } : result.data
}
