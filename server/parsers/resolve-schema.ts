import { groupDigits } from '../base/counted.ts'
import { fieldStep } from './field-path.ts'
import type { PageKind, PageSchema, ParserSchema, Rule } from './parser-schema.ts'
import { type Fault, fault, isObject, quote, type UnknownRule } from './schema/fault.ts'

/** References inside references multiply the rules, so their number is bounded while they are copied. */
const MAX_COPIES = 1_000
/** How many names of rules an error lists. */
const MAX_LISTED = 20
/** Deeper rules are left as they are; the check of the schema refuses them. */
const MAX_DEPTH = 100

/** Reports a problem of a reference and its path. */
type ReportProblem = (path: string, fault: Fault) => void

interface ResolverState {
  defs: UnknownRule
  report: ReportProblem
  copies: number
}

/** The path of a rule, and the definitions that it is a part of. */
interface RulePosition {
  path: string
  within: string[]
  depth: number
}

const childPosition = ({ path, within, depth }: RulePosition, step: string): RulePosition => ({
  path: path + step,
  within,
  depth: depth + 1,
})

/**
 * Returns a schema without comments, in which a copy of the rule replaces each `ref`. All other mistakes in it stay as they
 * are.
 */
export function resolveRefs(schema: unknown, report: ReportProblem): unknown {
  if (!isObject(schema)) return schema
  const { defs, pages } = schema
  const state = { defs: isObject(defs) ? defs : {}, report, copies: 0 }
  const start = { path: 'schema', within: [], depth: 0 }
  const kinds = Array.isArray(pages) && {
    pages: pages.map((kind, index) => resolvePage(kind, childPosition(start, `.pages[${index}]`), state)),
  }
  return { ...resolvePage(schema, start, state), ...kinds }
}

/** Returns the kinds of pages that a checked schema reads, each with all its fields. */
export function kindsOf(schema: ParserSchema): (PageKind & PageSchema)[] {
  const { pages, version: _, strict: __, defs: ___, ...whole } = resolveRefs(schema, () => {}) as ParserSchema
  return pages
    ? pages.map(kind => ({ ...whole, ...kind, fields: { ...whole.fields, ...kind.fields } }))
    : [whole]
}

type RuleResolver = (value: UnknownRule, position: RulePosition, state: ResolverState) => unknown

/** Applies changes to the given keys of an object, and drops its comment. Other values are returned as they are. */
function resolveKeys(
  value: unknown,
  position: RulePosition,
  state: ResolverState,
  changes: Record<string, RuleResolver>,
): UnknownRule {
  if (!isObject(value)) return value as never
  const { $comment: _, ...rest } = value
  for (const [key, change] of Object.entries(changes))
    if (typeof rest[key] === 'object' && rest[key] !== null)
      rest[key] = change(rest[key] as UnknownRule, childPosition(position, `.${key}`), state)
  return rest
}

const resolvePage = (value: unknown, position: RulePosition, state: ResolverState): UnknownRule =>
  resolveKeys(value, position, state, { fields: resolveRules, expect, match, paginate, follow })

const match: RuleResolver = (value, position, state) => resolveKeys(value, position, state, { expect })
const expect: RuleResolver = (value, position, state) =>
  resolveKeys(value, position, state, { must: resolveList, must_not: resolveList })
const paginate: RuleResolver = (value, position, state) =>
  resolveKeys(value, position, state, { next: resolveRule, cursor: resolveRule })
const follow: RuleResolver = (value, position, state) =>
  resolveKeys(value, position, state, { link: resolveRule, fields: resolveRules, expect, follow })

const resolveRules: RuleResolver = (value, position, state) =>
  Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, rule]) => [
          name,
          resolveRule(rule, childPosition(position, fieldStep(name)), state),
        ]),
      )

const resolveList: RuleResolver = (value, position, state) =>
  Array.isArray(value)
    ? value.map((rule, index) => resolveRule(rule, childPosition(position, `[${index}]`), state))
    : value

function resolveRule(rule: unknown, position: RulePosition, state: ResolverState): Rule {
  if (!isObject(rule) || position.depth > MAX_DEPTH) return rule as Rule
  const { ref, ...own } = rule
  const problem =
    checkCopies(position, state) ?? (ref === undefined ? undefined : wrongRef(ref, position, state))
  if (problem) state.report(position.path, problem)
  if (problem) return { const: null }
  if (ref === undefined)
    return resolveKeys(own, position, state, {
      fields: resolveRules,
      any: resolveList,
      zip: resolveList,
      follow,
    })
  const definition = state.defs[ref as string]
  const merged = { ...(isObject(definition) ? definition : { css: definition }), ...own }
  return resolveRule(merged, { ...position, within: [...position.within, ref as string] }, state)
}

const checkCopies = ({ within }: RulePosition, state: ResolverState): Fault | undefined =>
  within.length > 0 && ++state.copies > MAX_COPIES
    ? fault(`A schema takes over at most ${groupDigits(MAX_COPIES)} rules.`)
    : undefined

/** The hint for trees, such as comments with replies. */
const FLAT_TREE_HINT =
  'Read a tree as a flat list, each item with the id of the one around it: {"css": ".comment", "all": true, "fields": {"id": "@id", "parent_id": {"xpath": "ancestor::*[@class=\'comment\'][1]/@id"}, "text": "p"}}.'

function wrongRef(ref: unknown, { within }: RulePosition, { defs }: ResolverState): Fault | undefined {
  if (typeof ref !== 'string' || !Object.hasOwn(defs, ref)) {
    const names = Object.keys(defs).slice(0, MAX_LISTED).join(', ')
    return fault(
      `"ref": there is no rule ${quote(ref)} in "defs".`,
      `There are: ${names.slice(0, 500) || 'none'}.`,
    )
  }
  return within.includes(ref) ? fault(`"ref": ${quote(ref)} refers to itself.`, FLAT_TREE_HINT) : undefined
}
