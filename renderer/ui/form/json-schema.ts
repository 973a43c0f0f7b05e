import type { CardPart } from '../../../server/prebuilt/card-parts.ts'

/** The parts of a JSON Schema that forms read. */
export interface JsonSchema {
  type?: string | string[]
  /** What people call it; an identifier stands in where there is none. */
  title?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  /** Exclusive fields: `[{required: ['url']}, {required: ['id']}]`. */
  oneOf?: JsonSchema[]
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  /** The kind of record that it is the id of. */
  'x-id-of'?: string
  /** The field beside it whose value is the kind of record that it is the id of. */
  'x-id-by'?: string
  /** The field beside it with the id of the record that this one belongs to, such as the database of a row. */
  'x-id-in'?: string
  /** What people call the values of `enum`. */
  'x-labels'?: Record<string, string>
  /** What it is on the card of an answer. */
  'x-card'?: CardPart
  /** Most calls leave it as it is. */
  'x-advanced'?: boolean
}
