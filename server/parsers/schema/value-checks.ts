import { typeOf } from '../expand-rule.ts'
import type { Json, RuleObject, ValueType } from '../parser-schema.ts'
import { isOfValueType } from '../values/value-types.ts'
import { type CheckContext, type Fault, fault, isObject, quote, type UnknownRule } from './fault.ts'
import { TYPES } from './keys.ts'

/** Checks that a constant has the type of its rule, or that of the surrounding `any`. */
export function checkConst(value: unknown, rule: UnknownRule, context: CheckContext): Fault | undefined {
  const type = statedType(rule.type) ?? statedType(context.choice?.type)
  if (!type || value === null || isOfValueType(value as Json, type)) return undefined
  return fault(`"const": ${quote(value)} is not of type ${type}.`)
}

/** Checks that a default could be a value of the rule: of its type, and a list if the rule takes all. */
export function checkDefault(value: unknown, rule: UnknownRule): Fault | undefined {
  if (givesObjects(rule)) {
    return fault('"default" does not go with "fields".', 'Give the fields defaults of their own.')
  }
  if (value === null) return undefined
  const isList = Array.isArray(value)
  if (rule.all === true && !isList) return fault('"default" is a list here, since "all" is true.')
  const type = typeOf({ ...rule, type: statedType(rule.type) } as RuleObject)
  const items = isList && (rule.all === true || 'any' in rule) ? value : [value]
  if (!type || items.every(item => isOfValueType(item, type))) return undefined
  return fault(`"default": ${quote(value)} is not of type ${type}.`)
}

function givesObjects(rule: UnknownRule): boolean {
  const choices = Array.isArray(rule.any) ? rule.any : []
  return 'fields' in rule || choices.some(choice => isObject(choice) && 'fields' in choice)
}

/** An unknown type counts as none here; it is reported elsewhere. */
function statedType(type: unknown): ValueType | undefined {
  return TYPES.find(known => known === type)
}
