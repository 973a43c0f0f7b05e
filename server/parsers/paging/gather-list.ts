import { AppError } from '../../base/errors.ts'
import { type Arrangement, compileArrangement, compileWhere, sortItems } from '../arrange.ts'
import { missingValue, wrongLength } from '../evaluation/outcome.ts'
import { addFill } from '../evaluation/run-record.ts'
import { expandRule } from '../expand-rule.ts'
import { fieldStep, joinPath } from '../field-path.ts'
import type { Fill, NullReason, ParseResult } from '../parse-result.ts'
import type { Json, PageSchema, Pagination, RuleObject } from '../parser-schema.ts'
import { compareValues } from '../values/list-transforms.ts'
import { pageAddress } from '../values/read-url.ts'
import { nameOfTransform } from '../values/transform-shapes.ts'
import type { AnswerSize, FurtherPage, FurtherPages, GetPage } from './further-page.ts'
import { listOf } from './paged-list.ts'
import { DEFAULT_PAGES } from './pages-at-most.ts'

interface PageWalk {
  first: ParseResult
  address: string
  get: GetPage
  further: FurtherPages
  size: AnswerSize
}

/** An item of the list, and the page and index at which it was read. */
interface PagedItem {
  value: Json
  page: number
  index: number
}

/**
 * Reads a list page after page. Stops at its limits, before the first item that `until` describes, after a page without new
 * items, or at a page that cannot be fetched.
 */
export async function gatherList(
  kind: PageSchema,
  paginate: Pagination,
  walk: PageWalk,
): Promise<ParseResult> {
  const name = listOf(kind.fields, paginate.list) as string
  const rule = expandRule(kind.fields[name]!)
  const arrangement = arrangementOfPages(rule)
  const list = createCollector(arrangement, paginate.until, keyWithoutPosition(rule))
  const results = [walk.first]
  const visited = new Set([pageAddress(walk.address)])
  const nulls: NullReason[] = []
  let isOpen = list.add(itemsOf(walk.first, name), walk.first.leftOut)
  for (let { next } = walk.first; isOpen && next !== undefined && !visited.has(next); ) {
    if (results.length >= (paginate.limit ?? DEFAULT_PAGES)) {
      if (paginate.limit === undefined) nulls.push(noteCut(name, walk.further))
      break
    }
    visited.add(next)
    const result = await fetchNextPage({ url: next, from: list.count() }, walk)
    if (typeof result === 'string') {
      nulls.push({ field: name, rule: 'schema.paginate', reason: result })
      walk.further.lacksItems = true
      break
    }
    if (result.kind !== walk.first.kind) {
      nulls.push({ field: name, rule: 'schema.paginate', reason: `${next} is a page of another kind` })
      break
    }
    walk.size.add(result.size, name)
    results.push(result)
    isOpen = list.add(itemsOf(result, name), result.leftOut)
    next = result.next
  }
  const merged = mergeResults(results, name, list.items())
  const whole = { ...merged, nulls: [...merged.nulls, ...nulls] }
  return checkLength(whole, name, rule, arrangement)
}

/**
 * Ends a list on its first page if that has an item that `until` describes: the items from there on are left out, and there
 * is no next page. A page that is read alone needs no more than that.
 */
export function endOnFirstPage(kind: PageSchema, paginate: Pagination, first: ParseResult): ParseResult {
  const name = listOf(kind.fields, paginate.list) as string
  const items = itemsOf(first, name)
  if (!items.some(compileWhere(paginate.until, true))) return first
  const rule = expandRule(kind.fields[name]!)
  const arrangement = arrangementOfPages(rule)
  const list = createCollector(arrangement, paginate.until, keyWithoutPosition(rule))
  list.add(items)
  const { next: _, ...page } = first
  return checkLength(mergeResults([page], name, list.items()), name, rule, arrangement)
}

interface PagedArrangement extends Arrangement {
  /** Whether the items of later pages come first. Those of a page were reversed when it was read. */
  isReversed: boolean
}

/** How the items of all pages are arranged: also by transforms of the list, which each page applied only to its own items. */
function arrangementOfPages(rule: RuleObject): PagedArrangement {
  const arrangement = compileArrangement(rule)
  const transforms = (rule.transform ?? []).map(nameOfTransform)
  const isSorted = transforms.includes('sort')
  const lastOrders = transforms.slice(transforms.lastIndexOf('sort') + 1)
  const isReversed = lastOrders.filter(name => name === 'reverse').length % 2 === 1
  const byValue = isReversed ? (a: Json, b: Json) => compareValues(b, a) : compareValues
  return {
    ...arrangement,
    keyOf: arrangement.keyOf ?? (transforms.includes('unique') ? item => JSON.stringify(item) : null),
    compare: arrangement.compare ?? (isSorted ? byValue : null),
    isReversed,
  }
}

/** Notes that there may be more pages than are read by default. */
function noteCut(field: string, further: FurtherPages): NullReason {
  further.isCut = true
  further.lacksItems = true
  return {
    field,
    rule: 'schema.paginate',
    reason: `only ${DEFAULT_PAGES} pages are read unless "paginate" has another "limit"`,
  }
}

/** Checks the length of the whole list, which no page of it knows. */
function checkLength(
  result: ParseResult,
  name: string,
  rule: RuleObject,
  arrangement: Arrangement,
): ParseResult {
  const items = itemsOf(result, name)
  const wrong = wrongLength(items.length, arrangement)
  if (!wrong) return result
  const wrongLists = [...(result.wrongLists ?? []), name]
  // Its first page says why it is empty.
  if (items.length === 0) return { ...result, wrongLists }
  if (rule.required) throw missingValue(true, name, wrong)
  return {
    ...result,
    data: { ...result.data, [name]: rule.default ?? [] },
    nulls: [...result.nulls, { field: name, rule: 'schema.paginate', reason: wrong.reason! }],
    wrongLists,
  }
}

const itemsOf = ({ data }: ParseResult, name: string): Json[] => {
  const items = data[name] as Json | undefined
  return Array.isArray(items) ? items : []
}

/** Returns a later page, or the reason why it cannot be fetched. That ends the list; the items so far count. */
async function fetchNextPage(
  page: FurtherPage,
  { get, further: { notes } }: PageWalk,
): Promise<ParseResult | string> {
  const { url } = page
  try {
    const result = await get(page)
    notes.push({ url, lack: null })
    return result
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error
    notes.push({ url, lack: error.message })
    return `${url} was not read: ${error.message}`
  }
}

/** Returns a key by which an item is recognized on another page, where it has another position. */
function keyWithoutPosition(rule: RuleObject): (item: Json) => string {
  const names = new Set(positionalNames(rule))
  if (names.size === 0) return item => JSON.stringify(item)
  return item => JSON.stringify(item, (name, value) => (names.has(name) ? undefined : value))
}

/** The fields of items that are, or may contain, their position. */
function positionalNames({ fields = {}, any = [], zip = [] }: RuleObject): string[] {
  const own = Object.entries(fields).filter(([, rule]) => {
    const { index, template } = expandRule(rule)
    return index !== undefined || template !== undefined
  })
  const inner = [...any, ...zip, ...Object.values(fields)].flatMap(one => positionalNames(expandRule(one)))
  return [...own.map(([name]) => name), ...inner]
}

/** Collects the items. `add` returns whether there may be more. */
function createCollector(
  arrangement: PagedArrangement,
  until: Json | undefined,
  keyOfItem: (item: Json) => string,
) {
  const isEnd = until === undefined ? () => false : compileWhere(until, true)
  const keyOf = arrangement.keyOf ?? keyOfItem
  const seen = new Set<string>()
  const kept: PagedItem[] = []
  let page = 0
  const isNew = (key: string) => seen.size < seen.add(key).size
  return {
    add(values: Json[], leftOut?: string): boolean {
      const end = values.findIndex(isEnd)
      const isBefore = (value: Json, index: number) =>
        end < 0 || (arrangement.compare ? !isEnd(value) : index < end)
      const items = values
        .map((value, index) => ({ value, page, index }))
        .filter(({ value, index }) => isBefore(value, index))
      page++
      const keys = items.map(({ value }) => keyOf(value))
      const fresh = items.filter((_, at) => !seen.has(keys[at]!))
      if (fresh.length === 0) return leftOut !== undefined && isNew(leftOut)
      for (const key of keys) seen.add(key)
      for (const item of arrangement.keyOf ? fresh : items) kept.push(item)
      return end < 0 && (arrangement.compare !== null || kept.length < arrangement.limit)
    },
    count: () => kept.length,
    items: () =>
      sortItems(arrangement.isReversed ? kept.toSorted((a, b) => b.page - a.page) : kept, arrangement),
  }
}

/** Returns the first page with the whole list. Notes on items move to the indices that these have in it. */
function mergeResults(results: ParseResult[], name: string, items: PagedItem[]): ParseResult {
  const first = results[0]!
  const list = joinPath('', fieldStep(name))
  const positions = new Map(items.map(({ page, index }, position) => [`${page} ${index}`, position]))
  const moveNotes = <T extends { field: string }>(notes: T[], page: number): T[] =>
    notes.flatMap(note => {
      const [, index, rest] = note.field.startsWith(`${list}[`)
        ? (/^\[(\d+)\](.*)$/s.exec(note.field.slice(list.length)) ?? [])
        : []
      if (index === undefined) return page === 0 ? [note] : []
      const position = positions.get(`${page} ${index}`)
      return position === undefined ? [] : [{ ...note, field: `${list}[${position}]${rest}` }]
    })
  const links = results.flatMap(result => result.links ?? [])
  return {
    ...first,
    data: { ...first.data, [name]: items.map(({ value }) => value) },
    nulls: results.flatMap(({ nulls }, page) => moveNotes(nulls, page)),
    ...(first.trace && { trace: results.flatMap(({ trace = [] }, page) => moveNotes(trace, page)) }),
    fields: fillsOf(results, list),
    ...(links.length > 0 && { links }),
  }
}

/** The counts of all pages. Pages after the first count only for the list. */
function fillsOf(results: ParseResult[], list: string): Record<string, Fill> {
  const fills = new Map<string, Fill>()
  for (const [page, { fields }] of results.entries())
    for (const [key, fill] of Object.entries(fields))
      if (page === 0 || key === list || key.startsWith(`${list}.`)) addFill({ fills }, key, fill)
  return Object.fromEntries(fills)
}
