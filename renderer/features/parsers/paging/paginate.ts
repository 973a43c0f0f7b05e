import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../schema-form/edit-rule.ts'

/** The number of pages that are read if a schema does not set a limit. */
export const DEFAULT_PAGE_LIMIT = 10

/** A part of a schema whose list may continue on further pages: the schema itself, or one of its page kinds. */
export interface PagedPart {
  /** The path, as problems and traces name it. */
  path: string
  /** The name of the page kind; null for the schema itself. */
  kind: string | null
  /** The names of its lists, including those of the schema. */
  lists: string[]
  /** Its `paginate` settings; null if its list does not continue. */
  paginate: JsonObject | null
}

const SCHEMA_PATH = 'schema'
const pathOfKind = (index: number) => `${SCHEMA_PATH}.pages[${index}]`
const NEXT_SUFFIX = '.paginate.next'

/** Returns the path of the rule that finds the next page of a part. */
export const nextPath = ({ path }: Pick<PagedPart, 'path'>): string => path + NEXT_SUFFIX

/** Returns the part whose next page the rule finds; undefined for any other rule. */
export const partOfNext = (schema: Json, rule: string | null): PagedPart | undefined =>
  rule?.endsWith(NEXT_SUFFIX) ? pagedParts(schema).find(part => nextPath(part) === rule) : undefined

const listsOf = (fields: Json | undefined): string[] =>
  isRecord(fields)
    ? Object.entries(fields).flatMap(([name, rule]) => (isRecord(rule) && rule.all === true ? [name] : []))
    : []

/**
 * Returns the parts of a schema that have lists or `paginate` settings. The settings of the schema itself apply to all page
 * kinds.
 */
export function pagedParts(schema: Json | undefined): PagedPart[] {
  if (!isRecord(schema)) return []
  const lists = listsOf(schema.fields)
  const schemaPart: PagedPart = { path: SCHEMA_PATH, kind: null, lists, paginate: paginateIn(schema) }
  const kinds = kindsIn(schema).flatMap((kind, index): PagedPart[] => {
    if (!isRecord(kind)) return []
    const ownLists = listsOf(kind.fields)
    const paginate = paginateIn(kind)
    if (!paginate && (schemaPart.paginate || ownLists.length === 0)) return []
    const name = typeof kind.name === 'string' ? kind.name : `page kind ${index + 1}`
    return [{ path: pathOfKind(index), kind: name, lists: [...new Set([...lists, ...ownLists])], paginate }]
  })
  return [...(schemaPart.paginate || lists.length ? [schemaPart] : []), ...kinds]
}

const paginateIn = ({ paginate }: JsonObject) => (isRecord(paginate) ? paginate : null)
const kindsIn = ({ pages }: JsonObject): Json[] => (Array.isArray(pages) ? pages : [])

/** Returns the schema with new `paginate` settings for a part; null removes them. */
export function withPaginate(schema: Json, { path }: PagedPart, paginate: JsonObject | null): Json {
  if (!isRecord(schema)) return schema
  const withSettings = ({ paginate: _, ...rest }: JsonObject) => (paginate ? { ...rest, paginate } : rest)
  if (path === SCHEMA_PATH) return withSettings(schema)
  const pages = kindsIn(schema).map((kind, index) =>
    isRecord(kind) && pathOfKind(index) === path ? withSettings(kind) : kind,
  )
  return { ...schema, pages }
}

/** The keys of `paginate` that define how to get to the next page. */
const PAGING_METHOD_KEYS = new Set(['next', 'param', 'cursor', 'start', 'step'])

/**
 * Returns the schema with another way to the next page of a part. Other settings, such as the limit, are kept. If the part
 * has several lists, the first is named unless the settings already name one.
 */
export function withPagingMethod(schema: Json, part: PagedPart, method: JsonObject): Json {
  const otherSettings = Object.entries(part.paginate ?? {}).filter(([key]) => !PAGING_METHOD_KEYS.has(key))
  const list = part.lists.length > 1 && { list: part.lists[0]! }
  return withPaginate(schema, part, { ...method, ...list, ...Object.fromEntries(otherSettings) })
}

/** Converts the rule of a picked link to `next`: it reads `href` unless another attribute was chosen. */
export function nextRule(rule: Json): Json {
  if (typeof rule === 'string') return rule.includes('@') ? rule : `${rule}@href`
  if (!isRecord(rule) || typeof rule.css !== 'string' || rule.css.includes('@')) return rule
  const read = typeof rule.read === 'string' && rule.read.startsWith('@') ? rule.read : '@href'
  return rule.css + read
}

/** Describes in words how a list continues. */
export function pagingMethodText({ next, param, cursor }: JsonObject): string {
  const textOf = (rule: Json) => (typeof rule === 'string' ? rule : JSON.stringify(rule))
  if (next !== undefined) return `By the address that ${textOf(next)} finds`
  if (cursor !== undefined) return `By the cursor that ${textOf(cursor)} finds, as ${param}`
  return `By the number in the address, ${param}`
}
