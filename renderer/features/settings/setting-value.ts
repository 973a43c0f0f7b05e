import type { Setting } from './api.ts'

/** The parts of a value's JSON Schema that decide how it is typed. */
interface ValueSchema {
  type?: string | string[]
  enum?: string[]
  minimum?: number
  maximum?: number
  anyOf?: ValueSchema[]
}

export const schemaOf = ({ schema }: Pick<Setting, 'schema'>) => schema as ValueSchema

const canBeNull = ({ type, anyOf = [] }: ValueSchema): boolean =>
  [type].flat().includes('null') || anyOf.some(canBeNull)

/** A value as people read it. */
export function inWords(value: unknown): string {
  if (value === null || (Array.isArray(value) && !value.length)) return 'none'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** A value as it stands in its field. */
export const textOf = (value: unknown): string =>
  value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value)

/** What is meant by a text in a setting's field; an empty one is null where that is allowed. */
export const meantBy = (text: string, setting: Setting): unknown =>
  text.trim() === '' && canBeNull(schemaOf(setting)) ? null : text.trim()
