import { invalidInput } from '../base/errors.ts'
import { flagOf } from '../base/fields/flag-text.ts'
import type { Column } from '../store/databases/databases.ts'
import {
  FILTER_OPERATORS,
  type Filter,
  type FilterOperator,
  MAX_COMPARED,
} from '../store/databases/row-filter.ts'

/** Matches `price[gte]`; a name alone means `eq`. */
const CONDITION = /^(?<name>[^[\]]+)(?:\[(?<operator>\w+)\])?$/

const MAX_VALUES = 100
const MAX_CONDITIONS = 50

/** The conditions of a query with their values, as text or typed: `{'price[gte]': 10}`. */
type FilterInput = Record<string, unknown>

/**
 * Returns the conditions on columns. Throws 400 for an unknown column or operator, or a value that does not fit its column.
 */
export function readFilters(columns: readonly Column[], input: FilterInput): Filter[] {
  const conditions = Object.entries(input).flatMap(([field, rawValue]) =>
    isBare(field) && isOperators(rawValue) ? operatorsOf(field, rawValue) : [[field, rawValue] as const],
  )
  if (conditions.length > MAX_CONDITIONS)
    throw invalidInput('filter', `There are more than ${MAX_CONDITIONS} conditions.`, 'Request less at once.')
  return conditions.map(([field, rawValue]) => readFilter(columns, field, rawValue))
}

function operatorsOf(field: string, rawValue: Record<string, unknown>): [field: string, value: unknown][] {
  const operators = Object.entries(rawValue)
  if (operators.length) return operators.map(([word, value]) => [`${field}[${word}]`, value])
  throw invalidInput(
    field,
    `\`${field}\` has no condition.`,
    'Name an operator and a value, such as `{"gte": 10}`, or leave the field out.',
  )
}

const isBare = (field: string) => !field.includes('[')
const isOperators = (rawValue: unknown): rawValue is Record<string, unknown> =>
  typeof rawValue === 'object' && rawValue !== null && !Array.isArray(rawValue)

function readFilter(columns: readonly Column[], field: string, rawValue: unknown): Filter {
  const { name, operator = 'eq' } = CONDITION.exec(field)?.groups ?? {}
  const column = columnNamed(columns, name ?? field, field)
  if (!isOperator(operator))
    throw invalidInput(
      field,
      `There is no operator \`${operator}\`.`,
      `Operators: ${FILTER_OPERATORS.join(', ')}.`,
    )
  checkOperator(column, operator, field)
  if (operator !== 'in' && Array.isArray(rawValue))
    throw invalidInput(
      field,
      `\`${field}\` takes one value.`,
      `Send it once; for any of several values, write \`${column.name}[in]\`.`,
    )
  const values = operator === 'in' ? listOf(rawValue) : [rawValue]
  if (!values.length || values.length > MAX_VALUES)
    throw invalidInput(field, `\`${field}\` takes 1 to ${MAX_VALUES} values.`, 'Separate them by commas.')
  const kind = operator === 'null' ? 'boolean' : operator === 'contains' ? 'string' : column.type
  return { column, operator, values: values.map(value => parseValue(value, kind, field)) }
}

/** Returns the column with that name. Throws 400 that names `field` if there is none. */
export function columnNamed(columns: readonly Column[], name: string, field: string): Column {
  const column = columns.find(other => other.name === name)
  if (column) return column
  const known = columns.map(other => other.name).join(', ')
  throw invalidInput(field, `There is no column \`${name}\`.`, `Columns: ${known}.`)
}

const isOperator = (word: string): word is FilterOperator =>
  (FILTER_OPERATORS as readonly string[]).includes(word)

function checkOperator({ name, type }: Column, operator: FilterOperator, field: string): void {
  if (type === 'json' && operator !== 'null')
    throw invalidInput(
      field,
      `\`${name}\` holds JSON.`,
      `Only \`${name}[null]=true\` or \`false\` can be asked of it.`,
    )
  if (type !== 'string' && operator === 'contains')
    throw invalidInput(field, `\`${name}\` is not text.`, '`contains` looks into texts.')
}

const listOf = (rawValue: unknown): unknown[] =>
  typeof rawValue === 'string' ? rawValue.split(',') : [rawValue].flat()

function parseValue(value: unknown, kind: Column['type'], field: string): string | number | boolean {
  if (value === null)
    throw invalidInput(field, `\`${field}\` has no value.`, 'Rows without one: `[null]` and true.')
  const text = String(value)
  if (kind === 'string' && text.includes('\0'))
    throw invalidInput(
      field,
      `\`${field}\` contains a NUL character.`,
      'Texts are compared up to their first NUL. Send what comes before it.',
    )
  if (kind === 'string' && typeof value !== 'object' && text.length < MAX_COMPARED) return text
  const flag = kind === 'boolean' ? flagOf(text) : undefined
  if (flag !== undefined) return flag
  const isNumber =
    (kind === 'number' || kind === 'integer') && text.trim() !== '' && typeof value !== 'object'
  if (isNumber && Number.isFinite(Number(text))) return Number(text)
  const hint =
    kind === 'string' ? `A text of fewer than ${MAX_COMPARED} characters.` : `Its values are of type ${kind}.`
  throw invalidInput(field, `\`${field}\` has a value that its column cannot have.`, hint)
}
