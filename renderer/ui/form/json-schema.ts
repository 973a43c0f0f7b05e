/** The parts of a JSON Schema that forms read. */
export interface JsonSchema {
  type?: string | string[]
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
  'x-id-of'?: string
}
