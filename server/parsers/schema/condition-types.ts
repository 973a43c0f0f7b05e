import { expandRule, isList, tallyOf, typeOf } from '../expand-rule.ts'
import { parsePath } from '../json/json-path.ts'
import type { Json, Rule, RuleObject, ValueType } from '../parser-schema.ts'
import { isOfValueType } from '../values/value-types.ts'
import { type Fault, harmless, isObject, quote, type UnknownRule } from './fault.ts'

/** Types whose values are texts. */
const ONLY_TEXTS: ValueType[] = ['string', 'date', 'datetime', 'url', 'email', 'phone']
const TEXT_TYPES: ValueType[] = [...ONLY_TEXTS, 'any']

/** Whether no value of a type could ever pass a test of this kind. */
function isInVain(word: string, argument: unknown, type: ValueType): boolean {
  if (word === 'pattern') return !TEXT_TYPES.includes(type)
  if (word === 'min' || word === 'max') return typeof argument === 'number' && ONLY_TEXTS.includes(type)
  if (word === 'equals') return isOther(argument, type)
  return word === 'in' && Array.isArray(argument) && argument.every(one => isOther(one, type))
}

const isOther = (value: unknown, type: ValueType) => value !== null && !isOfValueType(value as Json, type)

/** Checks that a pattern stands beside texts: it is compared with the value, not with the text before it. */
export function checkPatternType(type: ValueType | undefined): Fault | undefined {
  if (type === undefined || !isInVain('pattern', '', type)) return undefined
  return harmless(
    `"pattern" checks texts, and the type is ${type}.`,
    'Numbers have "min" and "max"; a part of the text is taken by the transform {"regex": …}.',
  )
}

/** Checks that items can fulfil the conditions on their fields (`where`, `until`): each value has the type of its field. */
export function checkConditions(
  key: string,
  conditions: unknown,
  { fields }: UnknownRule,
): Fault | undefined {
  if (!isObject(conditions) || !isObject(fields)) return undefined
  for (const [name, condition] of Object.entries(conditions)) {
    const type = typeAt(fields, name)
    const words = type === undefined || !isObject(condition) ? [] : Object.entries(condition)
    const wrong = words.find(([word, argument]) => isInVain(word, argument, type!))
    if (wrong)
      return harmless(
        `"${key}": no value of ${quote(name)}, whose type is ${type}, fits ${quote({ [wrong[0]]: wrong[1] })}.`,
        'Compare with a value of that type, or give the field another type.',
      )
  }
  return undefined
}

/** Returns the type of a field that a single name leads to; undefined if it depends on the page. */
function typeAt(fields: UnknownRule, name: string): ValueType | undefined {
  const [step, ...further] = parsePath(name) ?? []
  if (typeof step !== 'string' || further.length > 0 || !Object.hasOwn(fields, step)) return undefined
  const rule = expandRule(fields[step] as Rule)
  const isKnown = isObject(rule) && tallyOf(rule as RuleObject) === undefined && !isList(rule as RuleObject)
  return isKnown ? typeOf(rule as RuleObject) : undefined
}
