import { compileSource } from './compile-source.ts'
import type { CompiledField, CompiledRule } from './compiled-parser.ts'
import type { HtmlEngine } from './document.ts'
import { expandRule, isList, typeOf } from './expand-rule.ts'
import { fieldStep, joinPath } from './field-path.ts'
import type { Fields, Rule, ValueType } from './parser-schema.ts'

/** Where a rule stands: its path in the schema, and the key that its values are counted under. */
interface Place {
  path: string
  key: string
}

/** Compiles the fields of a schema that was checked. */
export function compileFields(fields: Fields, { path, key }: Place, engine: HtmlEngine): CompiledField[] {
  return Object.entries(fields).map(([name, rule]) => {
    const step = fieldStep(name)
    const place = { path: `${path}.fields${step}`, key: joinPath(key, step) }
    return { name, step, key: place.key, rule: compileRule(rule, place, engine) }
  })
}

/** `around` is the type of the `any` that the rule is a choice of. */
function compileRule(short: Rule, place: Place, engine: HtmlEngine, around?: ValueType): CompiledRule {
  const rule = expandRule(short)
  const type = typeOf(rule, around)
  const choices = rule.any?.map((choice, index) => {
    return compileRule(choice, { ...place, path: `${place.path}.any[${index}]` }, engine, rule.type ?? around)
  })
  return {
    path: place.path,
    source: choices ?? compileSource(rule, engine),
    all: isList(rule),
    ...(rule.fields && { fields: compileFields(rule.fields, place, engine) }),
    ...(type && { type }),
    required: rule.required === true,
    default: rule.default ?? null,
  }
}
