import { AppError } from '../../base/errors.ts'
import { createTurns } from '../../base/turns.ts'
import { addFill, MAX_NULLS, MAX_TRACE, shortReason } from '../evaluation/run-record.ts'
import { fieldStep, joinPath } from '../field-path.ts'
import type { DetailLink, ParseResult } from '../parse-result.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { AnswerSize, FurtherPages, GetPage } from './further-page.ts'

/** The number of pages that are fetched at the same time. */
const AT_A_TIME = 4

interface LinkWalk {
  get: GetPage
  further: FurtherPages
  /** The number of pages fetched so far, by kind of link. */
  counts: Map<string, number>
  /** The pages that were read, so that a page to which several items link is fetched once. */
  known: Map<string, Promise<ParseResult>>
  dropped: Set<unknown>
  size: AnswerSize
}

/** Fetches the pages behind links, and adds their fields to the objects that are still in the data. */
export async function followLinks(
  result: ParseResult,
  get: GetPage,
  further: FurtherPages,
  size: AnswerSize,
): Promise<ParseResult> {
  const walk = { get, further, counts: new Map(), known: new Map(), dropped: new Set(), size }
  const whole = await follow(result, '', walk)
  return walk.dropped.size > 0 ? leaveOut(whole, walk.dropped) : whole
}

async function follow(
  { links = [], ...result }: ParseResult,
  at: string,
  walk: LinkWalk,
): Promise<ParseResult> {
  const places = await placesOf(result.data as JsonObject, at, new Set(links.map(({ into }) => into)))
  const wanted = links.filter(({ into }) => places.has(into))
  for (let start = 0; start < wanted.length; start += AT_A_TIME) {
    const some = wanted.slice(start, start + AT_A_TIME)
    const read = await Promise.allSettled(some.map(link => behind(link, places.get(link.into)!, walk)))
    for (const [index, outcome] of read.entries()) {
      if (outcome.status === 'fulfilled') {
        // A page to which several items link is in the answer once for each of them.
        walk.size.add(outcome.value.size, places.get(some[index]!.into)!)
        add(outcome.value, some[index]!, result)
      } else giveUp(outcome.reason, some[index]!, places.get(some[index]!.into)!, { result, walk })
    }
  }
  return result
}

/** Reads the page behind a link, and the pages to which its own links lead. */
function behind({ url, page, limit }: DetailLink, at: string, walk: LinkWalk): Promise<ParseResult> {
  const { get, further, counts, known } = walk
  const key = `${page} ${url}`
  const again = known.get(key)
  if (again) return again
  const count = counts.get(page) ?? 0
  if (count >= limit) return Promise.reject(new LinkLimitError(`only ${limit} links are followed`))
  counts.set(page, count + 1)
  const read = get({ url, detail: { page, at } }).then(result => follow(result, at, walk))
  known.set(key, read)
  read.then(
    () => further.notes.push({ url, lack: null }),
    error => further.notes.push({ url, lack: (error as Error).message }),
  )
  return read
}

/** Thrown instead of fetching a page beyond the limit. */
class LinkLimitError extends Error {}

function add(detail: ParseResult, { into }: DetailLink, result: Omit<ParseResult, 'links'>): void {
  Object.assign(into, detail.data)
  addNotes(result.nulls, detail.nulls, MAX_NULLS)
  if (result.trace) addNotes(result.trace, detail.trace ?? [], MAX_TRACE)
  const fills = new Map(Object.entries(result.fields))
  for (const [key, fill] of Object.entries(detail.fields)) addFill({ fills }, key, fill)
  result.fields = Object.fromEntries(fills)
}

/** Adds notes up to the maximum of one page. */
function addNotes<T>(notes: T[], more: T[], most: number): void {
  for (const note of more.slice(0, Math.max(0, most - notes.length))) notes.push(note)
}

function giveUp(
  error: unknown,
  { into, page, url, onError }: DetailLink,
  at: string,
  { result, walk }: { result: Omit<ParseResult, 'links'>; walk: LinkWalk },
): void {
  const isExpected =
    error instanceof LinkLimitError || (error instanceof AppError && error.code !== 'cancelled')
  if (!isExpected || (onError === 'fail' && error instanceof AppError)) throw error
  if (onError === 'skip_item') walk.dropped.add(into)
  if (onError === 'skip_item' && error instanceof AppError) walk.further.lacksItems = true
  addNotes(
    result.nulls,
    [{ field: at, rule: page, reason: shortReason(`${url} was not read: ${error.message}`) }],
    MAX_NULLS,
  )
}

/** Finds the paths of objects in the data. Data may be large, so it yields to other work meanwhile. */
async function placesOf(data: JsonObject, at: string, wanted: Set<unknown>): Promise<Map<unknown, string>> {
  const places = new Map<unknown, string>()
  const turns = createTurns()
  const waiting: [value: Json, at: string][] = wanted.size > 0 ? [[data, at]] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (turns.isOver()) await turns.next()
    const [value, place] = next
    if (wanted.has(value)) places.set(value, place)
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) push(waiting, item, `${place}[${index}]`)
    else
      for (const [name, inner] of Object.entries(value as JsonObject))
        push(waiting, inner, joinPath(place, fieldStep(name)))
  }
  return places
}

function push(waiting: [Json, string][], value: Json, at: string): void {
  if (typeof value === 'object' && value !== null) waiting.push([value, at])
}

/** The indices of the items that are left out, by the path of their list. */
type DroppedIndices = Map<string, number[]>

/** Leaves out items, and moves the notes of the others to their new paths. */
function leaveOut(result: ParseResult, dropped: Set<unknown>): ParseResult {
  const leftOut: DroppedIndices = new Map()
  const data = without(result.data as JsonObject, '', dropped, leftOut)
  const nulls = result.nulls.flatMap(note => {
    const { list, field } = movedPlace(note.field, leftOut)
    if (field !== null) return [{ ...note, field }]
    return list === null ? [] : [{ ...note, field: list, reason: `an item was left out: ${note.reason}` }]
  })
  const trace = result.trace?.flatMap(note => {
    const { field } = movedPlace(note.field, leftOut)
    return field === null ? [] : [{ ...note, field }]
  })
  return { ...result, data, nulls, ...(trace && { trace }) }
}

function without<T extends Json>(value: T, at: string, dropped: Set<unknown>, leftOut: DroppedIndices): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const indices = [...value.keys()].filter(index => dropped.has(value[index]))
    if (indices.length > 0) leftOut.set(at, indices)
    return value.flatMap((item, index) =>
      dropped.has(item) ? [] : [without(item, `${at}[${index}]`, dropped, leftOut)],
    ) as T
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      without(inner, joinPath(at, fieldStep(name)), dropped, leftOut),
    ]),
  ) as T
}

const STEP = /\[(\d+)\]|\["(?:[^"\\]|\\.)*"\]|\.?[\w$-]+/g

/**
 * Returns the path of a field after items were left out: null inside such an item. `list` is the list of the item if the
 * path is that of the item itself.
 */
function movedPlace(place: string, leftOut: DroppedIndices): { field: string | null; list: string | null } {
  let from = ''
  let field = ''
  for (const [step, digits] of place.matchAll(STEP)) {
    const indices = (digits !== undefined && leftOut.get(from)) || []
    const index = Number(digits)
    from += step
    if (indices.includes(index)) return { field: null, list: from === place ? field : null }
    const before = indices.filter(other => other < index).length
    field += before > 0 ? `[${index - before}]` : step
  }
  return { field, list: null }
}
