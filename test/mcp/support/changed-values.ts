import type { z } from 'zod'

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Adds an unknown field to each object in the value. */
export function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([name, part]) => [name, withUnknownFields(part)])
  return { ...Object.fromEntries(inner), brand_new: { at: 1 } }
}

/** Sets to null every value for which the schema allows null. */
export function withAllowedNulls(schema: z.ZodType, value: unknown): unknown {
  const result = structuredClone(value)
  const visit = (node: Record<string, unknown>) => {
    for (const [name, part] of Object.entries(node)) {
      if (part !== null && typeof part === 'object') visit(part as Record<string, unknown>)
      else {
        node[name] = null
        if (!schema.safeParse(result).success) node[name] = part
      }
    }
  }
  visit(result as Record<string, unknown>)
  return result
}
