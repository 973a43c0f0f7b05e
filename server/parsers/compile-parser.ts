import { AppError } from '../errors.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { parse5Engine } from '../html/strict/parse5-engine.ts'
import { checkSchema } from './check-schema.ts'
import { compileFields } from './compile-rule.ts'
import type { CompiledFields, CompiledParser, CompiledRule } from './compiled-parser.ts'
import type { ParserSchema } from './parser-schema.ts'

/**
 * Makes a parser ready to run: its selectors and paths are read here, once. Throws AppError `invalid_input` with the
 * first thing that is wrong in the schema and the path of its rule.
 */
export function compileParser(schema: ParserSchema): CompiledParser {
  const [problem] = checkSchema(schema)
  if (problem) {
    const { field, error, hint } = problem
    throw new AppError('invalid_input', error, { field, ...(hint && { hint }) })
  }
  const engine = schema.strict ? parse5Engine : fastEngine
  const fields = compileFields(schema.fields, { path: 'schema', key: '' }, engine)
  return { engine, fields, keys: [...new Set(keysOf(fields))] }
}

function keysOf({ inTurn }: CompiledFields): string[] {
  return inTurn.flatMap(({ key, rule }) => [key, ...keysBelow(rule)])
}

function keysBelow({ source, fields }: CompiledRule): string[] {
  if (Array.isArray(source)) return source.flatMap(keysBelow)
  return fields ? keysOf(fields) : []
}
