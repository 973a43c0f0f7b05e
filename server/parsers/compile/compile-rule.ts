import type { HtmlEngine, Selector } from '../../html/document.ts'
import { compileArrangement } from '../arrange.ts'
import { expandRule, isChoice, isList, isMany, tallyOf, typeOf } from '../expand-rule.ts'
import { orderOf } from '../field-order.ts'
import { fieldStep, joinPath } from '../field-path.ts'
import { leadsIntoNoscript, looksIntoNoscript } from '../html/open-noscript.ts'
import { parsePath } from '../json/json-path.ts'
import type {
  Fields,
  FollowedLink,
  JsonObject,
  PageExpectation,
  Rule,
  RuleObject,
  ValueType,
} from '../parser-schema.ts'
import { compilePipeline } from '../values/finish-value.ts'
import { compileSource } from './compile-source.ts'
import type {
  CompiledExpectation,
  CompiledField,
  CompiledFields,
  CompiledLink,
  CompiledParser,
  CompiledRule,
} from './compiled-parser.ts'

/** Where a rule stands: its path in the schema, and the key that its values are counted under. */
interface RuleLocation {
  path: string
  key: string
}

/** What compiling a rule uses and adds to. */
export interface CompileContext {
  engine: HtmlEngine
  /** The engine for HTML inside values, whatever the page is. */
  markup: HtmlEngine
  /** Pages behind links, by their path in the schema. */
  followed: CompiledParser['followed']
  /** Whether a rule reads `noscript`, and the selectors that do. */
  noscript: { isOpened: boolean; into: WeakSet<Selector> }
}

export const createContext = (engine: HtmlEngine, markup = engine): CompileContext => ({
  engine,
  markup,
  followed: new Map(),
  noscript: { isOpened: false, into: new WeakSet() },
})

/** Compiles the fields of a checked schema. */
export function compileFields(
  fields: Fields,
  location: RuleLocation,
  context: CompileContext,
): CompiledFields {
  const names = Object.keys(fields)
  const order = orderOf(fields)!
  const isSame = names.every((name, index) => name === order[index])
  const inTurn = order.map(name => compileField(name, fields[name]!, location, context))
  return { inTurn, names: isSame ? null : names }
}

function compileField(
  name: string,
  rule: Rule,
  { path, key }: RuleLocation,
  context: CompileContext,
): CompiledField {
  const step = fieldStep(name)
  const location = { path: `${path}.fields${step}`, key: joinPath(key, step) }
  return { name, step, key: location.key, rule: compileRule(rule, location, context) }
}

/** Returns the engine of a schema, extended to record the selectors that lead into `noscript`. */
const recordingEngine = ({ engine, noscript }: CompileContext): HtmlEngine => ({
  ...engine,
  compile(css) {
    const selector = engine.compile(css)
    if (leadsIntoNoscript(css)) noscript.into.add(selector)
    return selector
  },
})

/** Keys of a rule with `any` that also apply to its choices. */
const SHARED_KEYS = ['locale', 'formats', 'timezone', 'currency', 'pattern', 'min', 'max', 'enum'] as const

const sharedKeysOf = (rule: RuleObject): RuleObject =>
  Object.fromEntries(SHARED_KEYS.filter(key => rule[key] !== undefined).map(key => [key, rule[key]]))

/** `outerType` is the type of the `any` that has this rule as a choice. */
export function compileRule(
  short: Rule,
  location: RuleLocation,
  context: CompileContext,
  outerType?: ValueType,
  shared?: RuleObject,
): CompiledRule {
  const rule = { ...shared, ...expandRule(short) }
  const type = typeOf(rule, outerType)
  if (looksIntoNoscript(rule)) context.noscript.isOpened = true
  const choices = rule.any?.map((choice, index) => {
    return compileRule(
      choice,
      { ...location, path: `${location.path}.any[${index}]` },
      context,
      rule.type ?? outerType,
      sharedKeysOf(rule),
    )
  })
  const source = choices && isChoice(rule) ? choices : compileSource(rule, recordingEngine(context), type)
  return {
    path: location.path,
    source,
    variants: choices && !isChoice(rule) ? choices : undefined,
    zip: rule.zip && {
      lists: rule.zip.map((list, index) =>
        compileRule(list, { ...location, path: `${location.path}.zip[${index}]` }, context),
      ),
      by: parsePath(rule.by!)!,
      names: rule.zip.flatMap(list => Object.keys(expandRule(list).fields ?? {})),
    },
    takesNotes: isMany(rule) || [rule.fields, rule.any, rule.zip].some(inner => inner !== undefined),
    all: isList(rule),
    many: isMany(rule),
    takesFirst: 'first' in source && !choices && takesOneValue(rule),
    tally: tallyOf(rule),
    pick: pickOf(rule),
    arrangement: compileArrangement(rule),
    isPaged: false,
    maySkip: maySkip(rule),
    finish: compilePipeline(rule, type, context.markup),
    onError: rule.on_error,
    ...(rule.fields && { fields: compileFields(rule.fields, location, context) }),
    ...(rule.follow && { follow: compileFollow(rule.follow, location, context) }),
    dropsEmpty: rule.empty === 'drop',
    required: rule.required === true,
    default: rule.default ?? null,
  }
}

const takesOneValue = (rule: RuleObject): boolean =>
  !isMany(rule) && !rule.fields && !rule.zip && tallyOf(rule) === undefined

/** Compiles a link and the page behind it. */
export function compileFollow(
  { link, fields, expect, follow, limit, on_error = 'null' }: FollowedLink,
  { path, key }: RuleLocation,
  context: CompileContext,
): CompiledLink {
  const location = { path: `${path}.follow`, key }
  const compiledFields = compileFields(fields, location, context)
  context.followed.set(location.path, {
    fields: compiledFields,
    keys: keysOf(compiledFields),
    expect: compileExpect(expect, location, context),
    follow: follow && compileFollow(follow, location, context),
  })
  const empty = { ...emptyFields(fields), ...(follow && emptyFields(follow.fields)) }
  return {
    link: compileRule(addressRule(link), { path: `${location.path}.link`, key: '' }, context),
    page: location.path,
    empty,
    names: Object.keys(empty),
    limit: limit ?? null,
    onError: on_error,
  }
}

/** Returns a rule whose type is `url`, whatever type it had. */
export const addressRule = (rule: Rule): RuleObject => ({ ...expandRule(rule), type: 'url' })

function emptyFields(fields: Fields): JsonObject {
  const entries = Object.entries(fields).map(([name, short]) => {
    const rule = expandRule(short)
    return [name, rule.default ?? (isList(rule) ? [] : null)]
  })
  return Object.fromEntries(entries)
}

export function compileExpect(
  expect: PageExpectation | undefined,
  { path, key }: RuleLocation,
  context: CompileContext,
): CompiledExpectation {
  const rulesOf = (word: 'must' | 'must_not') =>
    (expect?.[word] ?? []).map((rule, index) =>
      compileRule(rule, { path: `${path}.expect.${word}[${index}]`, key }, context),
    )
  return { must: rulesOf('must'), mustNot: rulesOf('must_not') }
}

/** The keys of fields at any depth. */
export function keysOf({ inTurn }: CompiledFields): string[] {
  return inTurn.flatMap(({ key, rule }) => [key, ...keysBelow(rule)])
}

function keysBelow({ source, variants, fields }: CompiledRule): string[] {
  if (variants) return variants.flatMap(keysBelow)
  if (Array.isArray(source)) return source.flatMap(keysBelow)
  return fields ? keysOf(fields) : []
}

function pickOf({ pick }: RuleObject): number | undefined {
  if (pick === 'last') return -1
  return pick === 'first' ? undefined : pick
}

function maySkip(rule: RuleObject): boolean {
  const inside = [...Object.values(rule.fields ?? {}), ...(rule.any ?? [])]
  return rule.on_error === 'skip_item' || inside.some(inner => maySkip(expandRule(inner)))
}
