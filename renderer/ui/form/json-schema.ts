import type { CardPart } from '../../../server/prebuilt/card-parts.ts'

/** The parts of a JSON Schema that forms read. */
export interface JsonSchema {
  type?: string | string[]
  /** The label of the field. Without it, the name is shown. */
  title?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  /** Mutually exclusive fields: `[{required: ['url']}, {required: ['id']}]`. */
  oneOf?: JsonSchema[]
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  /** The kind of record that the field holds an id of. */
  'x-id-of'?: string
  /** The sibling field whose value is the kind of record that this field holds an id of. */
  'x-id-by'?: string
  /** The sibling field with the id of the record that this one belongs to, such as the database of a row. */
  'x-id-in'?: string
  /** The labels of the values of `enum`. */
  'x-labels'?: Record<string, string>
  /** The part of the answer's card that shows it. */
  'x-card'?: CardPart
  /** Whether most calls leave it unset. Forms fold such fields. */
  'x-advanced'?: boolean
}
