import { isObject } from '../../base/is-object.ts'
import type { JsonSchema } from '../../docs/json-schema.ts'
import { choicesOf } from './output-schema.ts'

/** Whether a choice of a schema takes null, an empty text or an empty list. */
const TAKES_EMPTY: Record<string, (choice: JsonSchema) => boolean> = {
  null: ({ type }) => type === 'null',
  text: ({ type, enum: words, minLength, pattern }) => type === 'string' && !words && !minLength && !pattern,
  list: ({ type, minItems }) => type === 'array' && !minItems,
}

const kindOf = (value: unknown): string | undefined => {
  if (value === null) return 'null'
  if (value === '') return 'text'
  return Array.isArray(value) && value.length === 0 ? 'list' : undefined
}

/** True for null, an empty text or an empty list if the field cannot have it. */
function isFiller(value: unknown, field: JsonSchema): boolean {
  const kind = kindOf(value)
  if (kind === undefined) return false
  return !choicesOf(field).some(TAKES_EMPTY[kind]!)
}

/**
 * Returns a value without what models fill in for optional fields that they do not need: null, and empty texts and lists
 * that the field cannot have. Also in objects and lists inside; some hosts have models fill in every field that is listed.
 */
export function withoutFillers(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = choicesOf(schema).find(choice => choice.items)?.items
    return items && choicesOf(items).some(({ properties }) => properties)
      ? value.map(item => withoutFillers(item, items))
      : value
  }
  const choice = choicesOf(schema).find(({ properties }) => properties)
  if (!choice || !isObject<Record<string, unknown>>(value)) return value
  const required = (choice.required ?? []) as string[]
  const fields = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const field = Object.hasOwn(choice.properties!, name) ? choice.properties![name]! : {}
    const isLeftOut = !required.includes(name) && isFiller(inner, field)
    return isLeftOut ? [] : [[name, withoutFillers(inner, field)]]
  })
  return Object.fromEntries(fields)
}
