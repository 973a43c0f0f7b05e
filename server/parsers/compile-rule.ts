import type { HtmlEngine } from '../html/document.ts'
import { compileArrangement } from './arrange.ts'
import { compileSource } from './compile-source.ts'
import type { CompiledField, CompiledFields, CompiledRule } from './compiled-parser.ts'
import { expandRule, isList, isMany, tallyOf, typeOf } from './expand-rule.ts'
import { orderOf } from './field-order.ts'
import { fieldStep, joinPath } from './field-path.ts'
import type { Fields, Rule, RuleObject, ValueType } from './parser-schema.ts'
import { compileFinish } from './values/finish-value.ts'

/** Where a rule stands: its path in the schema, and the key that its values are counted under. */
interface Place {
  path: string
  key: string
}

/** Compiles the fields of a schema that was checked. */
export function compileFields(fields: Fields, place: Place, engine: HtmlEngine): CompiledFields {
  const names = Object.keys(fields)
  const order = orderOf(fields)!
  const isSame = names.every((name, index) => name === order[index])
  const inTurn = order.map(name => compileField(name, fields[name]!, place, engine))
  return { inTurn, names: isSame ? null : names }
}

function compileField(name: string, rule: Rule, { path, key }: Place, engine: HtmlEngine): CompiledField {
  const step = fieldStep(name)
  const place = { path: `${path}.fields${step}`, key: joinPath(key, step) }
  return { name, step, key: place.key, rule: compileRule(rule, place, engine) }
}

/** What an `any` says for its choices, too. */
const SHARED = ['locale', 'formats', 'timezone', 'currency', 'pattern', 'min', 'max', 'enum'] as const

const sharedBy = (rule: RuleObject): RuleObject =>
  Object.fromEntries(SHARED.filter(key => rule[key] !== undefined).map(key => [key, rule[key]]))

/** `around` is the type of the `any` that the rule is a choice of. */
function compileRule(
  short: Rule,
  place: Place,
  engine: HtmlEngine,
  around?: ValueType,
  shared?: RuleObject,
): CompiledRule {
  const rule = { ...shared, ...expandRule(short) }
  const type = typeOf(rule, around)
  const choices = rule.any?.map((choice, index) => {
    return compileRule(
      choice,
      { ...place, path: `${place.path}.any[${index}]` },
      engine,
      rule.type ?? around,
      sharedBy(rule),
    )
  })
  return {
    path: place.path,
    source: choices ?? compileSource(rule, engine),
    all: isList(rule),
    many: isMany(rule),
    tally: tallyOf(rule),
    pick: pickOf(rule),
    arrangement: compileArrangement(rule),
    maySkip: maySkip(rule),
    finish: compileFinish(rule, type, engine),
    onError: rule.on_error,
    ...(rule.fields && { fields: compileFields(rule.fields, place, engine) }),
    required: rule.required === true,
    default: rule.default ?? null,
  }
}

function pickOf({ pick }: RuleObject): number | undefined {
  if (pick === 'last') return -1
  return pick === 'first' ? undefined : pick
}

function maySkip(rule: RuleObject): boolean {
  const inside = [...Object.values(rule.fields ?? {}), ...(rule.any ?? [])]
  return rule.on_error === 'skip_item' || inside.some(inner => maySkip(expandRule(inner)))
}
