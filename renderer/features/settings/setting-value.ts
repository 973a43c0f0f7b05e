import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { numberText } from '../../ui/number-text.ts'
import type { Setting } from './api.ts'

/** The JSON Schema of a value, which decides its input. */
export const schemaOf = ({ schema }: Pick<Setting, 'schema'>) => schema as JsonSchema

const canBeNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || anyOf.some(canBeNull)

/** A value as text. */
export function inWords(value: unknown, name: string): string {
  if (value === null || (Array.isArray(value) && !value.length)) return 'none'
  if (typeof value === 'number' && isAmount(name)) return numberText(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Whether a number is an amount, which gets thousands separators. */
export const isAmount = (name: string) => name !== 'port'

/** A value as it appears in its input. */
export const textOf = (value: unknown): string =>
  value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value)

/** The value of a text in the input of a setting; null for an empty one, if allowed. */
export const meantBy = (text: string, setting: Setting): unknown =>
  text.trim() === '' && canBeNull(schemaOf(setting)) ? null : text.trim()
