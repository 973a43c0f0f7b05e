import { fieldStep } from '../../../../server/parsers/field-path.ts'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord, sourceOf } from '../schema-form/edit-rule.ts'

/** A group of fields that picked elements can be added to: the fields of the page, or those inside a rule. */
export interface FieldGroup {
  /** The names of the outer fields, outermost first; empty for the page. */
  path: readonly string[]
  /** The selector of the elements that contain them; null for the page. */
  css: string | null
}

/** Whether the fields inside a rule are read from elements: the rule selects elements, or only groups fields. */
export const opensElements = (rule: JsonObject): boolean => {
  const source = sourceOf(rule)
  return source === 'none' || (source === 'css' && typeof rule.css === 'string' && !rule.css.includes('@'))
}

/** Returns all such groups of a schema, that of the page first. */
export function fieldGroups(schema: Json | undefined): FieldGroup[] {
  const groupsInside = (path: readonly string[], css: string | null): FieldGroup[] => [
    { path, css },
    ...Object.entries(fieldsAt(schema, path)).flatMap(([name, rule]) =>
      isRecord(rule) && isRecord(rule.fields) && opensElements(rule)
        ? groupsInside([...path, name], nestedSelector(css, typeof rule.css === 'string' ? rule.css : ''))
        : [],
    ),
  ]
  return groupsInside([], null)
}

function nestedSelector(outer: string | null, inner: string): string | null {
  if (!inner) return outer
  const wrapList = (css: string) => (css.includes(',') ? `:is(${css})` : css)
  return outer === null ? inner : `${wrapList(outer)} ${wrapList(inner)}`
}

/** Returns the path of a rule as in problems and traces: `schema.fields.offers.fields.price`. */
export const rulePath = (path: readonly string[]): string =>
  path.reduce((prefix, name) => `${prefix}.fields${fieldStep(name)}`, 'schema')

/** Returns the fields inside the rule at a path. */
export function fieldsAt(schema: Json | undefined, path: readonly string[]): JsonObject {
  const rule = path.reduce<Json | undefined>((parent, name) => fieldsOf(parent)[name], schema)
  return fieldsOf(rule)
}

const fieldsOf = (rule: Json | undefined): JsonObject =>
  isRecord(rule) && isRecord(rule.fields) ? rule.fields : {}

/** Returns an unused name similar to `name`: `price`, `price_2`. */
export function freeNameLike(name: string, fields: JsonObject): string {
  if (!(name in fields)) return name
  let count = 2
  while (`${name}_${count}` in fields) count++
  return `${name}_${count}`
}

/** Returns the schema with a field added at a path, or replaced if the name exists. */
export function withFieldAt(schema: Json, path: readonly string[], name: string, rule: Json): JsonObject {
  const parent = isRecord(schema) ? schema : {}
  const [first, ...rest] = path
  const fields = fieldsOf(parent)
  if (first === undefined) return { ...parent, fields: { ...fields, [name]: rule } }
  return { ...parent, fields: { ...fields, [first]: withFieldAt(fields[first]!, rest, name, rule) } }
}

/** Returns the group and the name of the field with this rule path; undefined if nothing can be picked for it. */
export function fieldOfRule(schema: Json | undefined, rule: string | null) {
  for (const place of fieldGroups(schema))
    for (const name of Object.keys(fieldsAt(schema, place.path)))
      if (rulePath([...place.path, name]) === rule) return { place, name }
}
