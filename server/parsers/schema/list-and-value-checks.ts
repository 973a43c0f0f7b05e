import { compileArrangement } from '../arrange.ts'
import { typeOf } from '../expand-rule.ts'
import type { Json, RuleObject, ValueType } from '../parser-schema.ts'
import { parseBound } from '../values/conditions.ts'
import { isDateFormat } from '../values/dates/date-formats.ts'
import { ARGUMENT_TRANSFORMS, compileTransform, PLAIN_TRANSFORMS } from '../values/transforms.ts'
import { isOfValueType } from '../values/value-types.ts'
import {
  type CheckContext,
  type Fault,
  fault,
  faultIfThrown,
  harmless,
  quote,
  type UnknownRule,
} from './fault.ts'
import { similarTransform } from './similar-key.ts'

export function checkList(key: string, value: unknown, rule: UnknownRule): Fault | undefined {
  const isWhole = Number.isSafeInteger(value) && (value as number) >= 1
  if (!isWhole) return fault(`"${key}" is a whole number, 1 at least.`)
  if (key === 'min_items' && (value as number) > (rule.limit as number))
    return harmless(
      '"limit" is less than "min_items": the list is always too short.',
      'Raise "limit", or lower "min_items".',
    )
  return key === 'max_items' ? checkOrder('min_items', 'max_items', rule) : undefined
}

/** Checks each of these keys by itself. */
export function checkArrangement(
  key: 'where' | 'unique_by' | 'sort_by',
  value: unknown,
  rule: UnknownRule,
): Fault | undefined {
  const isText = typeof value === 'string' || (key === 'unique_by' && (value === true || isTexts(value)))
  if (key !== 'where' && !isText) return fault(`"${key}" is the name of a field.`)
  if (key !== 'where' && namesField(value) && readsTexts(rule)) {
    return fault(`"${key}" names a field, and the items have none.`, ITEMS_HINT)
  }
  return faultIfThrown(`"${key}": ${quote(value)} cannot be used.`, () => {
    const { fields, zip, any } = rule
    compileArrangement({ fields, zip, any, [key]: value } as RuleObject)
  })
}

const ITEMS_HINT = 'Give the rule "fields", or change the list by a transform: "sort", "unique".'

/** Whether a field is named: `""` and `-` stand for the item itself. */
const namesField = (value: unknown) =>
  [value].flat().some(name => typeof name === 'string' && !/^-?$/.test(name))

const TEXT_SOURCES = ['css', 'xpath', 'meta', 'regex', 'column']
/** Keys that make objects of texts. */
const MAKE_OBJECTS = ['fields', 'any', 'zip', 'transform', 'path']
const OBJECT_TYPES: unknown[] = ['price', 'range', 'object', 'list', 'any']

const readsTexts = (rule: UnknownRule) =>
  TEXT_SOURCES.some(source => source in rule) &&
  !MAKE_OBJECTS.some(key => key in rule) &&
  !OBJECT_TYPES.includes(rule.type)

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')

const TRANSFORMS = [...Object.keys(PLAIN_TRANSFORMS), ...Object.keys(ARGUMENT_TRANSFORMS)]
const TRANSFORMS_HINT = `Transforms: ${TRANSFORMS.join(', ')}.`

const MAX_TRANSFORMS = 50

export function checkTransform(value: unknown, rule: UnknownRule): Fault | undefined {
  if ('fields' in rule)
    return fault('"transform" does not go with "fields".', 'Give each field its transforms.')
  if (!Array.isArray(value) || value.length === 0)
    return fault('"transform" is a list of transforms.', TRANSFORMS_HINT)
  if (value.length > MAX_TRANSFORMS)
    return fault(
      `"transform" has at most ${MAX_TRANSFORMS} transforms.`,
      'Replace several by one pattern, or change the values after they are read.',
    )
  for (const one of value as Json[]) {
    const problem = faultIfThrown(`"transform": ${quote(one)} cannot be done.`, () => compileTransform(one))
    const similar = problem && similarTransform(one, TRANSFORMS)
    const meant = similar ? ` Did you mean ${similar}?` : ''
    if (problem) return { ...problem, hint: `${problem.hint}${meant} ${TRANSFORMS_HINT}` }
  }
  return undefined
}

/** Checks that a rule reads values of a type for which `key` matters, by its type or by a transform. */
function checkPurpose(
  key: string,
  types: string[],
  rule: UnknownRule,
  { choice }: CheckContext,
): Fault | undefined {
  const steps = JSON.stringify(rule.transform ?? [])
  const isUsed = (type: string) => [rule.type, choice?.type].includes(type) || steps.includes(`"${type}"`)
  if ('any' in rule || types.some(isUsed)) return undefined
  return harmless(`"${key}" has no effect here.`, `It goes with "type": ${types.map(quote).join(' or ')}.`)
}

export function checkFormats(value: unknown, rule: UnknownRule, context: CheckContext): Fault | undefined {
  const isRight = Array.isArray(value) && value.length > 0 && value.every(isDateFormat)
  return isRight
    ? checkPurpose('formats', ['date', 'datetime'], rule, context)
    : fault('"formats" is a list of formats of dates.', 'Such as "DD.MM.YYYY HH:mm" or "MMM D, YYYY".')
}

export function checkTimezone(value: unknown, rule: UnknownRule, context: CheckContext): Fault | undefined {
  try {
    if (typeof value === 'string') {
      new Intl.DateTimeFormat('en', { timeZone: value })
      return checkPurpose('timezone', ['datetime', 'date'], rule, context)
    }
  } catch {}
  return fault('"timezone" is the name of a zone, such as "Europe/Berlin".')
}

const CURRENCIES = new Set<unknown>(Intl.supportedValuesOf('currency'))

export function checkCurrency(value: unknown, rule: UnknownRule, context: CheckContext): Fault | undefined {
  return CURRENCIES.has(value)
    ? checkPurpose('currency', ['price'], rule, context)
    : fault('"currency" is a code, such as "EUR".')
}

const NUMBER_TYPES: unknown[] = ['integer', 'number', 'price', 'count', 'duration', 'percent', 'range']
const DATE_TYPES: unknown[] = ['date', 'datetime']
/** Types whose values have no order. */
const UNORDERED_TYPES: unknown[] = ['boolean', 'url', 'email', 'phone', 'list']

/** Checks a bound: if its type differed from that of the values, all of them would become null. */
export function checkBound(
  key: 'min' | 'max',
  value: unknown,
  rule: UnknownRule,
  { choice }: CheckContext,
): Fault | undefined {
  const type = typeOf(rule as RuleObject, choice?.type as ValueType)
  const isDay = typeof value === 'string' && /^[+-]?\d/.test(value)
  if (isDay && NUMBER_TYPES.includes(type)) return fault(`"${key}" is a number where the type is ${type}.`)
  const problem = faultIfThrown(`"${key}" is a number, or a text for dates.`, () => parseBound(value))
  if (problem) return problem
  if (UNORDERED_TYPES.includes(type)) return fault(`"${key}" does not go with the type ${type}.`)
  if (typeof value === 'number' && DATE_TYPES.includes(type))
    return fault(`"${key}" is a date where the type is ${type}.`, 'Such as "2026-01-31".')
  if (typeof value === 'number' && type === 'string')
    return fault(`"${key}" compares numbers, and the rule reads text.`, 'Give it a "type", such as "number".')
  return key === 'max' ? checkOrder('min', 'max', rule) : undefined
}

/** Checks that the lower bound does not exceed the upper one. */
function checkOrder(least: string, most: string, rule: UnknownRule): Fault | undefined {
  const [low, high] = [rule[least], rule[most]]
  const isEmpty = typeof low === 'number' && typeof high === 'number' && low > high
  return isEmpty ? fault(`"${most}" is less than "${least}".`) : undefined
}

/** Checks that all allowed values have the type of the rule; others could never match. */
export function checkEnum(value: unknown, rule: UnknownRule, { choice }: CheckContext): Fault | undefined {
  if (!Array.isArray(value) || value.length === 0) return fault('"enum" is a list of values.')
  const type = typeOf(rule as RuleObject, choice?.type as ValueType)
  const other = type && (value as Json[]).find(one => one !== null && !isOfValueType(one, type))
  return other === undefined ? undefined : fault(`"enum": ${quote(other)} is not of type ${type}.`)
}

export function checkOnError(
  value: unknown,
  rule: UnknownRule,
  { isInList }: CheckContext,
): Fault | undefined {
  if (!['null', 'skip_item', 'fail'].includes(value as string))
    return fault('"on_error" is null, skip_item or fail.')
  if (value !== 'skip_item' || isInList || rule.all === true) return undefined
  return fault('"skip_item" leaves out an item of a list, and there is none around it.')
}
