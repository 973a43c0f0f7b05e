type Schema = Record<string, unknown>

const SAMPLE_BY_TYPE: Record<string, unknown> = {
  string: 'text',
  number: 1,
  integer: 1,
  boolean: true,
  null: null,
}

/** Returns a sample value for a JSON Schema: its own example if it has one. */
export function sampleOfSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return {}
  const { default: defaultValue, examples, const: constValue, enum: enumValues, anyOf } = schema as Schema
  const example = [defaultValue, ...asList(examples), constValue, ...asList(enumValues)].find(
    value => value != null,
  )
  if (example !== undefined) return example
  if (Array.isArray(anyOf) && anyOf.length) return sampleOfSchema(anyOf[0])
  return sampleOfType(schema as Schema)
}

function sampleOfType({ type, properties, items }: Schema): unknown {
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'array') return items ? [sampleOfSchema(items)] : []
  if (typeof kind === 'string' && kind in SAMPLE_BY_TYPE) return SAMPLE_BY_TYPE[kind]
  const fields = Object.entries((properties ?? {}) as Schema)
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleOfSchema(field)]))
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
