import { readFileSync } from 'node:fs'
import { decodeText } from '../pages/charset.ts'
import { charactersOf } from '../parsers/answer.ts'
import { compileParser, engineOf } from '../parsers/compile-parser.ts'
import { typeOfFile } from '../parsers/json/rows-of-text.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { runParser } from '../parsers/run-parser.ts'
import { SETTINGS } from '../settings/settings.ts'

/**
 * A saved page read with a schema file: the data alone, or with `trace` also why values are null and how each field came
 * by its value. Throws AppError for what is wrong in the schema or missing in the page.
 */
export async function parseFile(schemaFile: string, pageFile: string, trace: boolean): Promise<unknown> {
  if (schemaFile === '-' && pageFile === '-')
    throw new Error('Standard input can be the schema or the page, not both.')
  const text = decodeText(readInput(pageFile))
  const schema = readJson(schemaFile)
  const parser = compileParser(schema, await engineOf(schema, text))
  const contentType = typeOfFile(pageFile)
  const most = charactersOf(SETTINGS.parse_max_answer_mb.default)
  const result = runParser(parser, { text, contentType }, { trace, most, clock: () => performance.now() })
  return trace ? { data: result.data, nulls: result.nulls, trace: result.trace } : result.data
}

const STDIN = 0

/** The bytes of a file; `-` is standard input. */
function readInput(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? STDIN : file)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function readJson(file: string): ParserSchema {
  const text = readInput(file).toString('utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`)
  }
}
