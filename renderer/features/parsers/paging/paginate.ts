import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../schema-form/edit-rule.ts'

/** The path of the rule that finds the next page, as in problems and traces. */
export const NEXT_PAGE = 'schema.paginate.next'

/** Pages that are read where a schema does not say how many. */
export const PAGES = 10

/** How the list of a schema goes on; null where it does not. */
export const paginateOf = (schema: Json | undefined): JsonObject | null =>
  isRecord(schema) && isRecord(schema.paginate) ? schema.paginate : null

/** Whether a schema has a list that may go on. */
export const hasList = (schema: Json | undefined): boolean =>
  isRecord(schema) &&
  isRecord(schema.fields) &&
  Object.values(schema.fields).some(rule => isRecord(rule) && rule.all === true)

/** Keys of `paginate` that say which way it goes on. */
const WAY = new Set(['next', 'param', 'cursor', 'start', 'step'])

/** The schema with a way to go on; its other settings, such as the limit, stay. Null: its list does not go on. */
export function withPaging(schema: Json, way: JsonObject | null): JsonObject {
  const { paginate, ...rest } = isRecord(schema) ? schema : {}
  if (way === null) return rest
  const kept = Object.entries(isRecord(paginate) ? paginate : {}).filter(([key]) => !WAY.has(key))
  return { ...rest, paginate: { ...way, ...Object.fromEntries(kept) } }
}

/** The rule of a picked link as `next`: it reads the address where nothing else was chosen. */
export function nextRule(rule: Json): Json {
  if (typeof rule === 'string') return rule.includes('@') ? rule : `${rule}@href`
  if (!isRecord(rule) || typeof rule.css !== 'string' || rule.css.includes('@')) return rule
  const read = typeof rule.read === 'string' && rule.read.startsWith('@') ? rule.read : '@href'
  return rule.css + read
}

/** A way to go on, in words. */
export function wayText({ next, param, cursor }: JsonObject): string {
  const textOf = (rule: Json) => (typeof rule === 'string' ? rule : JSON.stringify(rule))
  if (next !== undefined) return `By the address that ${textOf(next)} finds`
  if (cursor !== undefined) return `By the cursor that ${textOf(cursor)} finds, as ${param}`
  return `By the number in the address, ${param}`
}
