import { groupDigits } from '../base/counted.ts'
import { runAtOnce, runInTurns } from '../base/turns.ts'
import { expandRule } from './expand-rule.ts'
import { orderOf } from './field-order.ts'
import { fieldStep } from './field-path.ts'
import { listOf } from './paging/paged-list.ts'
import type { Fields, ParserSchema, Rule } from './parser-schema.ts'
import { kindsOf, resolveRefs } from './resolve-schema.ts'
import { excessSteps, MAX_RULES } from './schema/bounds.ts'
import { checkKey, checkSources } from './schema/check-key.ts'
import {
  type CheckContext,
  type Fault,
  fault,
  isObject,
  NO_SCHEMA,
  quote,
  type UnknownRule,
} from './schema/fault.ts'
import { checkUntil } from './schema/item-names.ts'
import { checkPart, KIND_CHECKS, ROOT_CHECKS } from './schema/page-checks.ts'

const MAX_PROBLEMS = 20
const MAX_DEPTH = 32
const MAX_FOLLOWS = 2
const SEVERAL_RULES =
  'Several rules, of which the first with a value counts, are written {"any": ["h1", "h2"]}.'
const CIRCLE = 'Its fields refer to one another in a circle.'

/** What is wrong with a schema; `field` is the path of the rule, such as `schema.fields.offers.fields.price`. */
export interface SchemaProblem {
  field: string
  error: string
  hint?: string
}

/**
 * Returns all problems of a schema, in its order, twenty at most by default; an empty list if it is valid. A schema that is
 * too large or too deep gets only that problem.
 */
export const checkSchema = (schema: unknown, maxProblems = MAX_PROBLEMS): SchemaProblem[] =>
  runAtOnce(checkSteps(schema, maxProblems))

/** Returns the first problem with which a schema cannot be compiled. Keys without effect are none. */
export const firstObstacle = (schema: unknown): SchemaProblem | undefined =>
  runAtOnce(checkSteps(schema, 1, { passesHarmless: true }))[0]

/** As `checkSchema`, for a schema that may be large: yields to other work between the rules. */
export const checkSchemaInTurns = (schema: unknown): Promise<SchemaProblem[]> =>
  runInTurns(checkSteps(schema, MAX_PROBLEMS))

/** Yields after each rule. */
function* checkSteps(
  schema: unknown,
  maxProblems: number,
  { passesHarmless = false } = {},
): Generator<void, SchemaProblem[]> {
  const excess = yield* excessSteps(schema)
  if (excess) return [excess]
  const problems: SchemaProblem[] = []
  const isProblem = ({ isHarmless }: PlacedFault) => !(passesHarmless && isHarmless)
  for (const found of checkRoot(schema)) {
    if (!found) yield
    else if (isProblem(found)) problems.push(problemOf(found))
    if (problems.length === maxProblems) break
  }
  if (problems.length > 0) return problems
  return checkLists(schema as ParserSchema)
    .filter(isProblem)
    .map(problemOf)
}

/**
 * Checks the paginated list of a schema that is valid otherwise: it must be one of the fields, and `until` must name fields
 * of its items.
 */
function checkLists(schema: ParserSchema): PlacedFault[] {
  return kindsOf(schema).flatMap(({ fields, paginate }, index) => {
    if (!paginate) return []
    const list = listOf(fields, paginate.list)
    const problem =
      typeof list === 'string' ? checkUntil(paginate.until, { ...expandRule(fields[list]!) }) : list
    return problem ? [{ field: `schema.${schema.pages ? `pages[${index}].` : ''}paginate`, ...problem }] : []
  })
}

/** Yields problems, and undefined before each rule. */
type ProblemSteps = Generator<PlacedFault | undefined, void>

type PlacedFault = Fault & { field: string }

const problemOf = ({ isHarmless: _, ...problem }: PlacedFault): SchemaProblem => problem

function* problemAt(field: string, found: Fault | undefined): ProblemSteps {
  if (found) yield { field, ...found }
}

function* checkRoot(source: unknown): ProblemSteps {
  const wrongRefs: SchemaProblem[] = []
  const schema = resolveRefs(source, (field, fault) => wrongRefs.push({ field, ...fault }))
  yield* wrongRefs
  if (!isObject(schema) || !('fields' in schema)) yield { field: 'schema', ...NO_SCHEMA }
  if (!isObject(schema)) return
  const count = { rules: 0 }
  yield* checkPage(schema, 'schema', { checks: ROOT_CHECKS, shared: {} }, count)
  const kinds = Array.isArray(schema.pages) ? schema.pages.filter(isObject) : []
  for (const [index, kind] of kinds.entries()) {
    const shared = isObject(schema.fields) ? schema.fields : {}
    yield* checkPage(kind, `schema.pages[${index}]`, { checks: KIND_CHECKS, shared }, count)
  }
}

/** Checks a schema, or one of its kinds of pages together with the fields that it shares with the others. */
function* checkPage(
  page: UnknownRule,
  path: string,
  { checks, shared }: { checks: typeof ROOT_CHECKS; shared: UnknownRule },
  count: RuleCount,
): ProblemSteps {
  for (const key of Object.keys(page)) yield* problemAt(path, checkPart(key, page, checks))
  const own = isObject(page.fields) ? page.fields : {}
  const fields = { ...shared, ...own }
  yield* checkFields(own, path, { depth: 0, beside: Object.keys(shared) }, count)
  const isCircle = !orderOf(fields as Fields) && orderOf(own as Fields)
  if (isCircle) yield { field: path, error: CIRCLE }
  yield* checkExpect(page.expect, `${path}.expect`, count)
  yield* checkExpect(isObject(page.match) && page.match.expect, `${path}.match.expect`, count)
  yield* checkPaginate(page.paginate, new Set(Object.keys(fields)), `${path}.paginate`, count)
  yield* checkFollow(
    page.follow,
    `${path}.follow`,
    { depth: 1, names: [new Set(Object.keys(fields))] },
    count,
  )
}

function* checkPaginate(
  paginate: unknown,
  names: ReadonlySet<string>,
  path: string,
  count: RuleCount,
): ProblemSteps {
  for (const key of ['next', 'cursor'])
    if (isObject(paginate) && key in paginate)
      yield* checkRule(paginate[key], `${path}.${key}`, { depth: 1, names: [names] }, count)
}

function* checkExpect(expect: unknown, path: string, count: RuleCount): ProblemSteps {
  for (const [key, rules] of isObject(expect) ? Object.entries(expect) : [])
    for (const [index, rule] of Array.isArray(rules) ? rules.entries() : [])
      yield* checkRule(rule, `${path}.${key}[${index}]`, { depth: 1 }, count)
}

/** `context.names` starts with the fields of the object to which the fields of the other page are added. */
function* checkFollow(follow: unknown, path: string, context: CheckContext, count: RuleCount): ProblemSteps {
  if (!isObject(follow)) return
  const { depth, follows = 0, names = [] } = context
  if (follows === MAX_FOLLOWS) yield { field: path, error: `Links are followed ${MAX_FOLLOWS} deep at most.` }
  if ('link' in follow) yield* checkRule(follow.link, `${path}.link`, { depth, names }, count)
  const duplicates = Object.keys(isObject(follow.fields) ? follow.fields : {}).filter(name =>
    names[0]?.has(name),
  )
  if (duplicates.length > 0)
    yield {
      field: path,
      error: `${quote(duplicates[0])} is a field of the item already.`,
      hint: 'Choose another name.',
    }
  yield* checkFields(follow.fields, path, { depth, follows: follows + 1 }, count)
  yield* checkExpect(follow.expect, `${path}.expect`, count)
  const own = isObject(follow.fields) ? Object.keys(follow.fields) : []
  const inner = { depth: depth + 1, follows: follows + 1, names: [new Set([...own, ...(names[0] ?? [])])] }
  yield* checkFollow(follow.follow, `${path}.follow`, inner, count)
}

/** The number of rules in the whole schema, after each reference was replaced by a copy of its rule. */
interface RuleCount {
  rules: number
}

function* checkFields(fields: unknown, path: string, context: CheckContext, count: RuleCount): ProblemSteps {
  const { depth, isInList, follows, beside = [], names = [] } = context
  const inner = {
    ...(isInList && { isInList }),
    ...(follows && { follows }),
    depth: depth + 1,
    names: [new Set([...(isObject(fields) ? Object.keys(fields) : []), ...beside]), ...names],
  }
  if (isObject(fields) && !orderOf(fields as Fields)) yield { field: path, error: CIRCLE }
  for (const [name, rule] of isObject(fields) ? Object.entries(fields) : []) {
    const fieldPath = `${path}.fields${fieldStep(name)}`
    const isName = name.trim() !== '' && name !== '__proto__'
    yield* problemAt(fieldPath, isName ? undefined : fault(`${quote(name)} cannot be the name of a field.`))
    yield* checkRule(rule, fieldPath, inner, count)
  }
}

function* checkRule(short: unknown, path: string, context: CheckContext, count: RuleCount): ProblemSteps {
  yield undefined
  count.rules++
  const rule: unknown = expandRule(short as Rule)
  const excess = checkSize(count, context)
  if (excess || !isObject(rule)) {
    yield* problemAt(
      path,
      excess ?? fault('A rule is a text or an object.', Array.isArray(rule) ? SEVERAL_RULES : undefined),
    )
    return
  }
  yield* problemAt(path, checkSources(rule))
  for (const key of Object.keys(rule)) {
    yield* problemAt(path, checkKey(key, rule, context))
    if (key === 'fields')
      yield* checkFields(
        rule.fields,
        path,
        { ...context, isInList: context.isInList || rule.all === true },
        count,
      )
    if (key === 'any') yield* checkChoices(rule, 'any', path, context, count)
    if (key === 'zip') yield* checkChoices(rule, 'zip', path, context, count)
    if (key === 'follow') {
      const own = Object.keys(isObject(rule.fields) ? rule.fields : {})
      const inner = { ...context, depth: context.depth + 1, names: [new Set(own), ...(context.names ?? [])] }
      yield* checkFollow(rule.follow, `${path}.follow`, inner, count)
    }
  }
}

function* checkChoices(
  rule: UnknownRule,
  key: 'any' | 'zip',
  path: string,
  { depth, choice, isInList, follows, names = [] }: CheckContext,
  count: RuleCount,
): ProblemSteps {
  const context = {
    depth: depth + 1,
    names,
    ...(follows && { follows }),
    ...(isInList && { isInList }),
    ...(key === 'any' && { choice: { type: rule.type ?? choice?.type } }),
    ...(rule.all === true && { isInList: true }),
  }
  const choices: unknown[] = Array.isArray(rule[key]) ? rule[key] : []
  for (const [index, inner] of choices.entries())
    yield* checkRule(inner, `${path}.${key}[${index}]`, context, count)
}

function checkSize({ rules }: RuleCount, { depth }: CheckContext): Fault | undefined {
  if (depth > MAX_DEPTH) return fault(`Rules nest at most ${MAX_DEPTH} deep.`)
  return rules > MAX_RULES ? fault(`A schema has at most ${groupDigits(MAX_RULES)} rules.`) : undefined
}
