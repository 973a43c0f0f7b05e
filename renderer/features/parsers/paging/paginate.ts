import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../schema-form/edit-rule.ts'

/** Pages that are read where a schema does not say how many. */
export const PAGES = 10

/** A part of a schema whose list may go on: the schema itself, or one of its kinds of pages. */
export interface PagedPart {
  /** As in problems and traces. */
  path: string
  /** The name of its kind of pages; null for the schema itself. */
  kind: string | null
  /** The lists that it reads, those of the schema included. */
  lists: string[]
  /** How it goes on; null where it does not. */
  paginate: JsonObject | null
}

const WHOLE = 'schema'
const pathOfKind = (index: number) => `${WHOLE}.pages[${index}]`
const NEXT = '.paginate.next'

/** The path of the rule that finds the next page of a part. */
export const nextPath = ({ path }: Pick<PagedPart, 'path'>): string => path + NEXT

/** The part whose next page a rule finds; undefined for any other rule. */
export const partOfNext = (schema: Json, rule: string | null): PagedPart | undefined =>
  rule?.endsWith(NEXT) ? pagedParts(schema).find(part => nextPath(part) === rule) : undefined

const listsOf = (fields: Json | undefined): string[] =>
  isRecord(fields)
    ? Object.entries(fields).flatMap(([name, rule]) => (isRecord(rule) && rule.all === true ? [name] : []))
    : []

/** The parts of a schema that have lists, or say how one goes on. What the schema itself says holds for all kinds of pages. */
export function pagedParts(schema: Json | undefined): PagedPart[] {
  if (!isRecord(schema)) return []
  const lists = listsOf(schema.fields)
  const whole: PagedPart = { path: WHOLE, kind: null, lists, paginate: paginateIn(schema) }
  const kinds = kindsIn(schema).flatMap((kind, index): PagedPart[] => {
    if (!isRecord(kind)) return []
    const own = listsOf(kind.fields)
    const paginate = paginateIn(kind)
    if (!paginate && (whole.paginate || own.length === 0)) return []
    const name = typeof kind.name === 'string' ? kind.name : `page kind ${index + 1}`
    return [{ path: pathOfKind(index), kind: name, lists: [...new Set([...lists, ...own])], paginate }]
  })
  return [...(whole.paginate || lists.length ? [whole] : []), ...kinds]
}

const paginateIn = ({ paginate }: JsonObject) => (isRecord(paginate) ? paginate : null)
const kindsIn = ({ pages }: JsonObject): Json[] => (Array.isArray(pages) ? pages : [])

/** The schema with other settings of how a part goes on; null: its list does not go on. */
export function withPaginate(schema: Json, { path }: PagedPart, paginate: JsonObject | null): Json {
  if (!isRecord(schema)) return schema
  const changed = ({ paginate: _, ...rest }: JsonObject) => (paginate ? { ...rest, paginate } : rest)
  if (path === WHOLE) return changed(schema)
  const pages = kindsIn(schema).map((kind, index) =>
    isRecord(kind) && pathOfKind(index) === path ? changed(kind) : kind,
  )
  return { ...schema, pages }
}

/** Keys of `paginate` that say which way it goes on. */
const WAY = new Set(['next', 'param', 'cursor', 'start', 'step'])

/** The schema with another way for a part to go on; its other settings, such as the limit, stay. One of several lists is named. */
export function withWay(schema: Json, part: PagedPart, way: JsonObject): Json {
  const kept = Object.entries(part.paginate ?? {}).filter(([key]) => !WAY.has(key))
  const list = part.lists.length > 1 && { list: part.lists[0]! }
  return withPaginate(schema, part, { ...way, ...list, ...Object.fromEntries(kept) })
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
