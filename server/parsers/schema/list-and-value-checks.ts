import { compileArrangement } from '../arrange.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { isDateFormat } from '../values/dates/date-formats.ts'
import { compileTransform, PLAIN, WITH_ARGUMENT } from '../values/transforms.ts'
import { type Around, type Fault, fault, quote, refusal, type UnknownRule } from './fault.ts'

export function checkList(key: string, value: unknown): Fault | undefined {
  const isWhole = Number.isSafeInteger(value) && (value as number) >= 1
  return isWhole ? undefined : fault(`"${key}" is a whole number, 1 at least.`)
}

/** Each is tried alone. */
export function checkArranged(
  key: 'where' | 'unique_by' | 'sort_by',
  value: unknown,
  rule: UnknownRule,
): Fault | undefined {
  const isText = typeof value === 'string' || (key === 'unique_by' && (value === true || isTexts(value)))
  if (key !== 'where' && !isText) return fault(`"${key}" is the name of a field.`)
  return refusal(`"${key}": ${quote(value)} cannot be used.`, () => {
    const { fields, zip, any } = rule
    compileArrangement({ fields, zip, any, [key]: value } as RuleObject)
  })
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')

const KNOWN = `Transforms: ${[...Object.keys(PLAIN), ...Object.keys(WITH_ARGUMENT)].join(', ')}.`

export function checkTransform(value: unknown, rule: UnknownRule): Fault | undefined {
  if ('fields' in rule)
    return fault('"transform" does not go with "fields".', 'Give each field its transforms.')
  if (!Array.isArray(value) || value.length === 0 || value.length > 50)
    return fault('"transform" is a list of transforms.', KNOWN)
  for (const one of value as Json[]) {
    const problem = refusal(`"transform": ${quote(one)} cannot be done.`, () => compileTransform(one))
    if (problem) return { ...problem, hint: `${problem.hint} ${KNOWN}` }
  }
  return undefined
}

export function checkFormats(value: unknown): Fault | undefined {
  const isRight = Array.isArray(value) && value.length > 0 && value.every(isDateFormat)
  return isRight
    ? undefined
    : fault('"formats" is a list of formats of dates.', 'Such as "DD.MM.YYYY HH:mm" or "MMM D, YYYY".')
}

export function checkTimezone(value: unknown): Fault | undefined {
  try {
    if (typeof value === 'string') {
      new Intl.DateTimeFormat('en', { timeZone: value })
      return undefined
    }
  } catch {}
  return fault('"timezone" is the name of a zone, such as "Europe/Berlin".')
}

const CURRENCIES = new Set<unknown>(Intl.supportedValuesOf('currency'))
export const isCurrency = (value: unknown) => CURRENCIES.has(value)

export function checkBorder(key: string, value: unknown): Fault | undefined {
  const isRight = typeof value === 'number' || typeof value === 'string'
  return isRight ? undefined : fault(`"${key}" is a number, or a text for dates.`)
}

export function checkOnError(value: unknown, rule: UnknownRule, { isInList }: Around): Fault | undefined {
  if (!['null', 'skip_item', 'fail'].includes(value as string))
    return fault('"on_error" is null, skip_item or fail.')
  if (value !== 'skip_item' || isInList || rule.all === true) return undefined
  return fault('"skip_item" leaves out an item of a list, and there is none around it.')
}
