import type { JsonSchema } from '../../ui/form/json-schema.ts'
import { numberText } from '../../ui/number-text.ts'
import type { Setting } from './api.ts'

/** Returns the JSON Schema of a setting, which decides its input. */
export const schemaOf = ({ schema }: Pick<Setting, 'schema'>) => schema as JsonSchema

const canBeNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || anyOf.some(canBeNull)

/** Formats a value for display. */
export function displayText(value: unknown, name: string): string {
  if (value === null || (Array.isArray(value) && !value.length)) return 'none'
  if (typeof value === 'number' && isAmount(name)) return numberText(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Whether a number is an amount, which gets thousands separators. */
export const isAmount = (name: string) => name !== 'port'

/** Formats a value for its input. */
export const textOf = (value: unknown): string =>
  value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value)

/** Parses the text of a setting's input; null for an empty text, if the setting allows it. */
export const parseSetting = (text: string, setting: Setting): unknown =>
  text.trim() === '' && canBeNull(schemaOf(setting)) ? null : text.trim()
