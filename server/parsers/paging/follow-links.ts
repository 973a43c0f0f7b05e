import { counted } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import { createTurns } from '../../base/turns.ts'
import { addFill, MAX_NULLS, MAX_TRACE, shortReason } from '../evaluation/run-record.ts'
import { fieldStep, joinPath } from '../field-path.ts'
import type { DetailLink, ParseResult } from '../parse-result.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { AnswerSize, FurtherPages, GetPage } from './further-page.ts'
import { DEFAULT_FOLLOWED } from './pages-at-most.ts'
import { holdsList, markUnread, markWithoutLists, moveUnread } from './unread-fields.ts'

/** The number of pages that are fetched at the same time. */
const CONCURRENCY = 4

interface LinkWalk {
  get: GetPage
  further: FurtherPages
  /** The number of pages fetched so far, by kind of link. */
  counts: Map<string, number>
  /** The pages that were read, so that a page to which several items link is fetched once. */
  known: Map<string, Promise<LinkedPage>>
  dropped: Set<unknown>
  /** Whether a page was not read that has a list, unless the schema limits the links. */
  lacksList: boolean
  /** The error of a page that must be read. It ends the parse, however deep its link is. */
  ending?: unknown
  size: AnswerSize
}

/** A page behind a link, and the path of the item that it was read for first. */
interface LinkedPage {
  result: ParseResult
  at: string
}

/** Fetches the pages behind links, and adds their fields to the objects that are still in the data. */
export async function followLinks(
  result: ParseResult,
  get: GetPage,
  further: FurtherPages,
  size: AnswerSize,
): Promise<ParseResult> {
  const walk = {
    get,
    further,
    counts: new Map(),
    known: new Map(),
    dropped: new Set(),
    lacksList: false,
    size,
  }
  const followed = await follow(result, '', walk)
  const kept = walk.dropped.size > 0 ? dropItems(followed, walk.dropped) : followed
  if (walk.lacksList) markWithoutLists(kept.data)
  return kept
}

async function follow(
  { links = [], ...result }: ParseResult,
  dataPath: string,
  walk: LinkWalk,
): Promise<ParseResult> {
  const paths = await pathsOf(result.data as JsonObject, dataPath, new Set(links.map(({ into }) => into)))
  const presentLinks = links.filter(({ into }) => paths.has(into))
  for (let start = 0; start < presentLinks.length; start += CONCURRENCY) {
    const batch = presentLinks.slice(start, start + CONCURRENCY)
    const outcomes = await Promise.allSettled(
      batch.map(link => readLinkedPage(link, paths.get(link.into)!, walk)),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') {
        // A page to which several items link is in the answer once for each of them.
        const { into } = batch[index]!
        walk.size.add(outcome.value.result.size, paths.get(into)!)
        addDetail(outcome.value, batch[index]!, result, paths.get(into)!)
        // The link of a page that is read for an item stands for that item.
        if (walk.dropped.has(outcome.value.result.data)) walk.dropped.add(into)
      } else recordFailure(outcome.reason, batch[index]!, paths.get(batch[index]!.into)!, { result, walk })
    }
  }
  return result
}

/** Reads the page behind a link, and the pages to which its own links lead. */
function readLinkedPage({ url, page, limit }: DetailLink, at: string, walk: LinkWalk): Promise<LinkedPage> {
  const { get, further, counts, known } = walk
  const key = `${page} ${url}`
  const earlier = known.get(key)
  if (earlier) return earlier
  const count = counts.get(page) ?? 0
  if (count >= (limit ?? DEFAULT_FOLLOWED)) {
    if (limit === null) further.isCut = true
    return Promise.reject(new LinkLimitError(limit))
  }
  counts.set(page, count + 1)
  const read = get({ url, detail: { page, at } })
    .then(result => follow(result, at, walk))
    .then(result => ({ result, at }))
  known.set(key, read)
  read.then(
    () => further.notes.push({ url, lack: null }),
    error => further.notes.push({ url, lack: (error as Error).message }),
  )
  return read
}

/** Thrown instead of fetching a page beyond the limit. */
class LinkLimitError extends Error {
  constructor(limit: number | null) {
    super(
      limit === null
        ? `only ${DEFAULT_FOLLOWED} links are followed unless "follow" has another "limit"`
        : `only ${counted(limit, 'link')} ${limit === 1 ? 'is' : 'are'} followed`,
    )
  }
}

function addDetail(
  { result: detail, at }: LinkedPage,
  { into }: DetailLink,
  result: Omit<ParseResult, 'links'>,
  dataPath: string,
): void {
  const moved = <T extends { field: string }>(notes: T[]): T[] =>
    at === dataPath ? notes : notes.map(note => ({ ...note, field: dataPath + note.field.slice(at.length) }))
  Object.assign(into, detail.data)
  moveUnread(detail.data, into)
  addNotes(result.nulls, moved(detail.nulls), MAX_NULLS)
  if (result.trace) addNotes(result.trace, moved(detail.trace ?? []), MAX_TRACE)
  const fills = new Map(Object.entries(result.fields))
  for (const [key, fill] of Object.entries(detail.fields)) addFill({ fills }, key, fill)
  result.fields = Object.fromEntries(fills)
}

/** Adds notes up to the maximum of one page. */
function addNotes<T>(notes: T[], more: T[], maxNotes: number): void {
  for (const note of more.slice(0, Math.max(0, maxNotes - notes.length))) notes.push(note)
}

function recordFailure(
  error: unknown,
  { into, page, url, limit, onError, names }: DetailLink,
  dataPath: string,
  { result, walk }: { result: Omit<ParseResult, 'links'>; walk: LinkWalk },
): void {
  const isExpected =
    error instanceof LinkLimitError || (error instanceof AppError && error.code !== 'cancelled')
  if (onError === 'fail' && error instanceof AppError) walk.ending ??= error
  if (!isExpected || error === walk.ending) throw error
  if (onError === 'skip_item') walk.dropped.add(into)
  else markUnread(into, names)
  if (onError === 'skip_item' && error instanceof AppError) walk.further.lacksItems = true
  if (holdsList(into, names) && (error instanceof AppError || limit === null)) walk.lacksList = true
  addNotes(
    result.nulls,
    [{ field: dataPath, rule: page, reason: shortReason(`${url} was not read: ${error.message}`) }],
    MAX_NULLS,
  )
}

/** Finds the paths of objects in the data. Data may be large, so it yields to other work meanwhile. */
async function pathsOf(
  data: JsonObject,
  dataPath: string,
  objects: Set<unknown>,
): Promise<Map<unknown, string>> {
  const paths = new Map<unknown, string>()
  const turns = createTurns()
  const stack: [value: Json, at: string][] = objects.size > 0 ? [[data, dataPath]] : []
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (turns.isOver()) await turns.next()
    const [value, path] = next
    if (objects.has(value)) paths.set(value, path)
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) pushContainer(stack, item, `${path}[${index}]`)
    else
      for (const [name, inner] of Object.entries(value as JsonObject))
        pushContainer(stack, inner, joinPath(path, fieldStep(name)))
  }
  return paths
}

function pushContainer(stack: [Json, string][], value: Json, dataPath: string): void {
  if (typeof value === 'object' && value !== null) stack.push([value, dataPath])
}

/** The indices of the items that are left out, by the path of their list. */
type DroppedIndices = Map<string, number[]>

/** Leaves out items, and moves the notes of the others to their new paths. */
function dropItems(result: ParseResult, dropped: Set<unknown>): ParseResult {
  const droppedIndices: DroppedIndices = new Map()
  const data = withoutDropped(result.data as JsonObject, '', dropped, droppedIndices)
  const nulls = result.nulls.flatMap(note => {
    const { list, field } = movedPath(note.field, droppedIndices)
    if (field !== null) return [{ ...note, field }]
    return list === null ? [] : [{ ...note, field: list, reason: `an item was left out: ${note.reason}` }]
  })
  const trace = result.trace?.flatMap(note => {
    const { field } = movedPath(note.field, droppedIndices)
    return field === null ? [] : [{ ...note, field }]
  })
  return { ...result, data, nulls, ...(trace && { trace }) }
}

function withoutDropped<T extends Json>(
  value: T,
  dataPath: string,
  dropped: Set<unknown>,
  droppedIndices: DroppedIndices,
): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const indices = [...value.keys()].filter(index => dropped.has(value[index]))
    if (indices.length > 0) droppedIndices.set(dataPath, indices)
    return value.flatMap((item, index) =>
      dropped.has(item) ? [] : [withoutDropped(item, `${dataPath}[${index}]`, dropped, droppedIndices)],
    ) as T
  }
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withoutDropped(inner, joinPath(dataPath, fieldStep(name)), dropped, droppedIndices),
    ]),
  )
  moveUnread(value, copy)
  return copy as T
}

const STEP = /\[(\d+)\]|\["(?:[^"\\]|\\.)*"\]|\.?[\w$-]+/g

/**
 * Returns the path of a field after items were left out: null inside such an item. `list` is the list of the item if the
 * path is that of the item itself.
 */
function movedPath(
  path: string,
  droppedIndices: DroppedIndices,
): { field: string | null; list: string | null } {
  let from = ''
  let field = ''
  for (const [step, digits] of path.matchAll(STEP)) {
    const indices = (digits !== undefined && droppedIndices.get(from)) || []
    const index = Number(digits)
    from += step
    if (indices.includes(index)) return { field: null, list: from === path ? field : null }
    const before = indices.filter(other => other < index).length
    field += before > 0 ? `[${index - before}]` : step
  }
  return { field, list: null }
}
