import { z } from 'zod'
import type { ListPaging } from './define-prebuilt.ts'

/** Maximum number of pages of a list that are joined into one result. */
const MAX_PAGES = 100

/** How many pages of a list to read, as a field beside the input of an API. */
export const maxPagesField = z
  .int()
  .min(1)
  .max(MAX_PAGES)
  .optional()
  .describe(
    'Of an API whose answers are pages of a list: follows it up to so many pages, each paid as a call.',
  )
  .meta({ title: 'Maximum pages', 'x-advanced': true })

/** The error for `max_pages` beside the input of anything else. */
export const ONLY_LISTS = 'Only an API whose answers are pages of a list takes `max_pages`.'

/** Reasons why reading a list ended. */
export const LIST_ENDS = ['last_page', 'max_pages', 'nothing_new', 'cursor_repeated'] as const
type ListEnd = (typeof LIST_ENDS)[number]

type Answer = Record<string, unknown>

/** A list that is read page by page: the items so far, and the input for the next page. */
export interface ListCollection {
  /** Adds the next page. Returns it with only the items that no earlier page had. */
  add(answer: unknown): Answer
  /** The input for the next page; after the end of the list, the input of its last page. */
  input(): Answer
  /** Why reading ended; null while there is another page to read. */
  end(): ListEnd | null
  pages(): number
  items(): number
  /** A result with the whole list, and the `pagination` of its last page. */
  result(): Answer
}

/**
 * Starts reading a list at the page that `first` asks for, up to `maxPages` pages. Items of earlier pages are left out,
 * since new items move others onto the next page. Reading ends if the platform repeats a cursor or returns nothing new,
 * which would otherwise go on forever.
 */
export function collectList(paging: ListPaging, first: Answer, maxPages: number): ListCollection {
  const keys = new Set<string>()
  const cursors = new Set<unknown>([first[paging.input] ?? null])
  const items: unknown[] = []
  const merged: Answer = {}
  let input = first
  let pages = 0
  let end: ListEnd | null = null

  const takeNewItems = (found: unknown[]): unknown[] =>
    found.filter(item => {
      const key = keyOf(item, paging.key)
      if (keys.has(key)) return false
      keys.add(key)
      return true
    })

  const endAfter = (answer: Answer, newCount: number): ListEnd | null => {
    const cursor = cursorOf(answer, paging)
    if (cursor === null) return 'last_page'
    if (newCount === 0) return 'nothing_new'
    if (cursors.has(cursor)) return 'cursor_repeated'
    return pages >= maxPages ? 'max_pages' : null
  }

  return {
    add(raw) {
      const answer = raw as Answer
      const newItems = takeNewItems(answer[paging.list] as unknown[])
      const page = { ...answer, [paging.list]: newItems }
      for (const item of newItems) items.push(item)
      for (const [name, value] of Object.entries(page)) merged[name] = value ?? merged[name] ?? null
      pages++
      end = endAfter(answer, newItems.length)
      const cursor = cursorOf(answer, paging)
      if (end === null) input = { ...first, [paging.input]: cursor }
      cursors.add(cursor)
      return page
    },
    input: () => input,
    end: () => end,
    pages: () => pages,
    items: () => items.length,
    result: () => ({ ...merged, [paging.list]: items }),
  }
}

/** Returns the key of an item; an item without a key is identified by its whole content. */
function keyOf(item: unknown, field: string): string {
  const key = (item as Answer)[field] ?? null
  return key === null ? JSON.stringify(item) : `${typeof key} ${key}`
}

/** Returns the cursor of the next page, or null if there is none. */
function cursorOf(answer: Answer, { hasMore, cursor }: ListPaging): unknown {
  const pagination = answer.pagination as Answer
  return pagination[hasMore] === false ? null : (pagination[cursor] ?? null)
}
