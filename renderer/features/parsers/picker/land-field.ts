import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../edit-rule.ts'

/** A list of the schema that fields can be picked into. */
export interface TargetList {
  name: string
  css: string
}

/** The lists at the top of a schema whose items a selector finds. */
export function listsOf(schema: Json | undefined): TargetList[] {
  const fields = isRecord(schema) && isRecord(schema.fields) ? schema.fields : {}
  return Object.entries(fields).flatMap(([name, rule]) =>
    isRecord(rule) && typeof rule.css === 'string' && rule.css && rule.all === true && isRecord(rule.fields)
      ? [{ name, css: rule.css }]
      : [],
  )
}

/** The fields that a new one comes to stand beside: those of the page, or of a list. */
export function fieldsAt(schema: Json | undefined, list: string | null): JsonObject {
  const fields = isRecord(schema) && isRecord(schema.fields) ? schema.fields : {}
  if (list === null) return fields
  const rule = fields[list]
  return isRecord(rule) && isRecord(rule.fields) ? rule.fields : {}
}

/** A name like this one that no field has yet: `price`, `price_2`. */
export function freeNameLike(name: string, fields: JsonObject): string {
  if (!(name in fields)) return name
  let count = 2
  while (`${name}_${count}` in fields) count++
  return `${name}_${count}`
}

/** The schema with one more field at its end, or at the end of a list's fields. */
export function withNewField(schema: Json, list: string | null, name: string, rule: Json): Json {
  const top = isRecord(schema) ? schema : {}
  const fields = { ...fieldsAt(schema, list), [name]: rule }
  if (list === null) return { ...top, fields }
  const all = top.fields as JsonObject
  return { ...top, fields: { ...all, [list]: { ...(all[list] as JsonObject), fields } } }
}
