import { expandRule } from './expand-rule.ts'
import { orderOf } from './field-order.ts'
import { fieldStep } from './field-path.ts'
import type { Fields, Rule } from './parser-schema.ts'
import { checkKey, checkSources } from './schema/check-key.ts'
import { type Around, type Fault, fault, isObject, quote, type UnknownRule } from './schema/fault.ts'
import { ROOT_KEYS } from './schema/keys.ts'

const MAX_PROBLEMS = 20
const MAX_RULES = 1000
const MAX_DEPTH = 32

/** What is wrong with a schema; `field` is the path of the rule, such as `schema.fields.offers.fields.price`. */
export interface SchemaProblem {
  field: string
  error: string
  hint?: string
}

/** All that is wrong with a schema, in its order, twenty at most; empty when it is valid. */
export function checkSchema(schema: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  for (const problem of checkRoot(schema)) {
    problems.push(problem)
    if (problems.length === MAX_PROBLEMS) break
  }
  return problems
}

type Problems = Generator<SchemaProblem, void>

function* problemAt(field: string, found: Fault | undefined): Problems {
  if (found) yield { field, ...found }
}

function* checkRoot(schema: unknown): Problems {
  if (!isObject(schema) || !('fields' in schema)) {
    yield { field: 'schema', error: 'A schema is an object with "fields".', hint: 'They name what to read.' }
  }
  for (const key of isObject(schema) ? Object.keys(schema) : []) {
    yield* problemAt('schema', checkRootKey(key, schema as UnknownRule))
  }
  if (isObject(schema)) yield* checkFields(schema.fields, 'schema', { depth: 0 }, { rules: 0 })
}

function checkRootKey(key: string, schema: UnknownRule): Fault | undefined {
  if (!ROOT_KEYS.includes(key)) return fault(`Unknown key ${quote(key)}.`, `Keys: ${ROOT_KEYS.join(', ')}.`)
  if (key !== 'strict') return checkKey(key, schema, { depth: 0 })
  return typeof schema.strict === 'boolean' ? undefined : fault('"strict" is true or false.')
}

/** Counts the rules of a whole schema. */
interface Count {
  rules: number
}

function* checkFields(fields: unknown, path: string, around: Around, count: Count): Problems {
  const { depth, isInList, names = [] } = around
  const inner = {
    ...(isInList && { isInList }),
    depth: depth + 1,
    names: [isObject(fields) ? Object.keys(fields) : [], ...names],
  }
  if (isObject(fields) && !orderOf(fields as Fields))
    yield { field: path, error: 'Its fields are made of one another in a circle.' }
  for (const [name, rule] of isObject(fields) ? Object.entries(fields) : []) {
    const place = `${path}.fields${fieldStep(name)}`
    const isName = name.trim() !== '' && name !== '__proto__'
    yield* problemAt(place, isName ? undefined : fault(`${quote(name)} is no name for a field.`))
    yield* checkRule(rule, place, inner, count)
  }
}

function* checkRule(written: unknown, path: string, around: Around, count: Count): Problems {
  count.rules++
  const rule: unknown = expandRule(written as Rule)
  const excess = checkSize(count, around)
  if (excess || !isObject(rule)) {
    yield* problemAt(path, excess ?? fault('A rule is a text or an object.'))
    return
  }
  yield* problemAt(path, checkSources(rule))
  for (const key of Object.keys(rule)) {
    yield* problemAt(path, checkKey(key, rule, around))
    if (key === 'fields')
      yield* checkFields(
        rule.fields,
        path,
        { ...around, isInList: around.isInList || rule.all === true },
        count,
      )
    if (key === 'any') yield* checkChoices(rule, path, around, count)
  }
}

function* checkChoices(
  rule: UnknownRule,
  path: string,
  { depth, choice, isInList, names = [] }: Around,
  count: Count,
): Problems {
  const around = {
    depth: depth + 1,
    names,
    ...(isInList && { isInList }),
    choice: { type: rule.type ?? choice?.type },
  }
  const choices = Array.isArray(rule.any) ? rule.any : []
  for (const [index, inner] of choices.entries())
    yield* checkRule(inner, `${path}.any[${index}]`, around, count)
}

function checkSize({ rules }: Count, { depth }: Around): Fault | undefined {
  if (depth > MAX_DEPTH) return fault(`Rules nest at most ${MAX_DEPTH} deep.`)
  return rules > MAX_RULES ? fault(`A schema has at most ${MAX_RULES} rules.`) : undefined
}
