import { AppError } from '../../base/errors.ts'
import type { HtmlEngine } from '../../html/document.ts'
import { fastEngine } from '../../html/fast-engine.ts'
import type { Markup } from '../../html/markup.ts'
import { firstObstacle, type SchemaProblem } from '../check-schema.ts'
import type { ParserSchema } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'
import { isXml } from '../xml/is-xml.ts'
import { xmlEngine } from '../xml/xml-engine.ts'
import { compileKind } from './compile-page.ts'
import { createContext } from './compile-rule.ts'
import type { CompiledParser } from './compiled-parser.ts'

/**
 * Returns the engine for a page if the schema is not strict. XML needs an engine of its own: it is not HTML with other
 * names.
 */
export const defaultEngineOf = (page: Markup): HtmlEngine => (isXml(page) ? xmlEngine : fastEngine)

/**
 * Returns the engine for a page and a schema. Cheerio is loaded only with the first strict schema, since it would double
 * the start time of a thread.
 */
export async function engineOf({ strict }: ParserSchema, page: Markup): Promise<HtmlEngine> {
  const engine = defaultEngineOf(page)
  if (!strict || engine !== fastEngine) return engine
  return (await import('../../html/strict/strict-engine.ts')).strictEngine
}

/** The error for a problem of a schema, with the path of its rule. */
export const schemaError = ({ field, error, hint }: SchemaProblem) =>
  new AppError('invalid_input', error, { field, ...(hint && { hint }) })

/**
 * Compiles a parser; its selectors and paths are parsed here, once. Throws AppError `invalid_input` with the first problem
 * that keeps the schema from working. The compiled parser reads only pages for which `engineOf` returns this engine.
 */
export function compileParser(schema: ParserSchema, engine = fastEngine): CompiledParser {
  const problem = firstObstacle(schema)
  if (problem) throw schemaError(problem)
  const context = createContext(engine, fastEngine)
  const kinds = kindsOf(schema).map((kind, index) =>
    compileKind(kind, schema.pages ? `schema.pages[${index}]` : 'schema', context),
  )
  const opensShadows = JSON.stringify(schema).includes('>>')
  const { followed, noscript } = context
  const intoNoscript = noscript.isOpened ? noscript.into : null
  return { engine, opensShadows, intoNoscript, followed, kinds }
}
