import { AppError } from '../../base/errors.ts'
import { checkSchema, type SchemaProblem } from '../check-schema.ts'
import { fieldStep } from '../field-path.ts'
import type { Fields, ParserSchema, Rule } from '../parser-schema.ts'
import { type Excess, excessOf, excessOfJson } from '../schema/bounds.ts'
import { isObject, type UnknownRule } from '../schema/fault.ts'
import type { ForeignFormat } from './formats.ts'
import { fromCrawl4ai, isCrawl4ai } from './from-crawl4ai.ts'
import { fromExtractRules } from './from-extract-rules.ts'
import { fromJsonSchema, isJsonSchema } from './from-json-schema.ts'
import { fromScrapeIt, isScrapeIt } from './from-scrape-it.ts'
import { type ImportLoss, type ImportPosition, startPosition } from './losses.ts'

const READERS = {
  'scrape-it': fromScrapeIt,
  extract_rules: fromExtractRules,
  crawl4ai: fromCrawl4ai,
  'json-schema': fromJsonSchema,
} satisfies Record<ForeignFormat, (foreign: UnknownRule, position: ImportPosition) => Fields>

export interface SchemaImport {
  format: ForeignFormat
  /** A valid schema. */
  schema: ParserSchema
  /** What could not be carried over. */
  losses: ImportLoss[]
}

/**
 * Converts a schema of another tool; without `format`, the tool is recognized by the keys. Rules that Winnow's language
 * cannot express are left out and reported. Throws AppError `invalid_input` if no rule can be converted.
 */
export function importSchema(foreign: unknown, format: ForeignFormat = formatOf(foreign)): SchemaImport {
  refuseExcess(excessOfJson(foreign, 'source'))
  const losses: ImportLoss[] = []
  const position = startPosition(losses)
  const fields = isObject(foreign) ? READERS[format](foreign, position) : {}
  const excess = excessOf({ fields })
  refuseExcess(excess && { ...excess, field: 'source' })
  const schema = withoutWrongRules({ fields }, position)
  if (Object.keys(schema.fields).length > 0) return { format, schema, losses }
  throw new AppError('invalid_input', `No rule of it can be carried over as ${format}.`, {
    field: 'source',
    hint:
      losses
        .map(({ at, reason }) => `${at}: ${reason}`)
        .slice(0, 3)
        .join(' ') || 'It is an object of rules.',
  })
}

function refuseExcess(excess: Excess | undefined): void {
  if (!excess) return
  const { error, ...facts } = excess
  throw new AppError('invalid_input', error, facts)
}

function formatOf(foreign: unknown): ForeignFormat {
  if (!isObject(foreign)) return 'extract_rules'
  if (isCrawl4ai(foreign)) return 'crawl4ai'
  if (isJsonSchema(foreign)) return 'json-schema'
  return isScrapeIt(foreign) ? 'scrape-it' : 'extract_rules'
}

/** Removes fields whose rules have problems, the innermost first, until there are no problems. */
function withoutWrongRules(schema: ParserSchema, { reportLoss }: ImportPosition): ParserSchema {
  for (let problems = wrongRules(schema); problems.length > 0; problems = wrongRules(schema)) {
    for (const { field, error, hint } of problems) reportLoss([error, hint].filter(Boolean).join(' '), field)
    const remaining = withoutFields(schema.fields, 'schema', new Set(problems.map(({ field }) => field)))
    if (remaining === schema.fields) return { fields: {} }
    schema = { fields: remaining }
  }
  return schema
}

/**
 * Returns the first problem of each rule, except for rules that contain another rule with a problem. All are found in one
 * check, since checking a schema once per rule takes long.
 */
function wrongRules(schema: ParserSchema): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>()
  for (const problem of checkSchema(schema, Number.POSITIVE_INFINITY))
    if (!problems.has(problem.field)) problems.set(problem.field, problem)
  const outerPaths = new Set([...problems.keys()].flatMap(pathsAround))
  return [...problems.values()].filter(({ field }) => !outerPaths.has(field))
}

/** Returns the paths of the rules that contain a rule. */
const pathsAround = (path: string): string[] =>
  [...path.matchAll(/\.fields(?=[.[])/g)].map(({ index }) => path.slice(0, index))

/**
 * Returns the fields without those at the wrong paths, and without objects that have no fields left; the same object if
 * nothing was removed.
 */
function withoutFields(fields: Fields, path: string, wrong: ReadonlySet<string>): Fields {
  const remaining = Object.entries(fields).flatMap(([name, rule]): [string, Rule][] => {
    const fieldPath = `${path}.fields${fieldStep(name)}`
    if (wrong.has(fieldPath)) return []
    if (typeof rule === 'string' || !rule.fields) return [[name, rule]]
    const inner = withoutFields(rule.fields, fieldPath, wrong)
    if (inner === rule.fields) return [[name, rule]]
    return Object.keys(inner).length > 0 ? [[name, { ...rule, fields: inner }]] : []
  })
  const isSame =
    remaining.length === Object.keys(fields).length &&
    remaining.every(([name, rule]) => fields[name] === rule)
  return isSame ? fields : Object.fromEntries(remaining)
}
