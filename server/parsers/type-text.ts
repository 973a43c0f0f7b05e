import type { JsonSchema } from './output-schema.ts'

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Writes a JSON Schema of `outputSchema` as a TypeScript type. */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const) ?? 'unknown'
  if (Array.isArray(schema.anyOf)) return union(schema.anyOf.map((one: JsonSchema) => typeText(one, indent)))
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.length === 0 ? 'unknown' : union(types.map(type => oneType(String(type), schema, indent)))
}

const union = (texts: string[]) => [...new Set(texts)].join(' | ')

function oneType(type: string, schema: JsonSchema, indent: string): string {
  if (type === 'object') return objectText(schema, indent)
  if (type === 'array')
    return `Array<${schema.items ? typeText(schema.items as JsonSchema, indent) : 'unknown'}>`
  return PLAIN[type]!
}

function objectText({ properties, additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  if (!properties) {
    const values =
      typeof additionalProperties === 'object'
        ? typeText(additionalProperties as JsonSchema, inner)
        : 'unknown'
    return `Record<string, ${values}>`
  }
  const lines = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const note =
      typeof schema.description === 'string'
        ? `${inner}/** ${schema.description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n`
        : ''
    return `${note}${inner}${/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name)}: ${typeText(schema, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
