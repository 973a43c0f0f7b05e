import { z } from 'zod'
import type { ListPaging } from './define-prebuilt.ts'

/** Pages of one list that are joined in one result. */
const MOST_PAGES = 100

/** How many pages of a list are read, as a field beside the input of an API. */
export const maxPagesField = z
  .int()
  .min(1)
  .max(MOST_PAGES)
  .optional()
  .describe(
    'Of an API whose answers are pages of a list: follows it up to so many pages, each paid as a call.',
  )
  .meta({ title: 'Maximum pages', 'x-advanced': true })

/** Why a list that was followed ended. */
export const LIST_ENDS = ['last_page', 'max_pages', 'nothing_new', 'cursor_repeated'] as const
export type ListEnd = (typeof LIST_ENDS)[number]

type Answer = Record<string, unknown>

/** A list as it is followed: what has been read of it, and the input of the page after that. */
export interface ListCollection {
  /** Adds the next page; returns it with those items alone that no page before it had. */
  add(answer: unknown): Answer
  /** The input of the next page; where the list has ended, that of the last one. */
  input(): Answer
  /** Why there is no further page to read; null while there is one. */
  end(): ListEnd | null
  pages(): number
  items(): number
  /** An answer with the whole list, and with `pagination` of its last page. */
  result(): Answer
}

/**
 * Begins to follow a list from the page that `first` asks for, up to so many pages. An item that an earlier page had is left
 * out: what was added meanwhile moves others onto the next page. A platform that answers with a cursor once more, or with
 * nothing new, would do so for ever.
 */
export function collectList(paging: ListPaging, first: Answer, maxPages: number): ListCollection {
  const keys = new Set<string>()
  const cursors = new Set<unknown>([first[paging.input] ?? null])
  const items: unknown[] = []
  const merged: Answer = {}
  let input = first
  let pages = 0
  let end: ListEnd | null = null

  const takeNew = (found: unknown[]): unknown[] =>
    found.filter(item => {
      const key = keyOf(item, paging.key)
      if (keys.has(key)) return false
      keys.add(key)
      return true
    })

  const endAfter = (answer: Answer, fresh: number): ListEnd | null => {
    const cursor = cursorOf(answer, paging)
    if (cursor === null) return 'last_page'
    if (fresh === 0) return 'nothing_new'
    if (cursors.has(cursor)) return 'cursor_repeated'
    return pages >= maxPages ? 'max_pages' : null
  }

  return {
    add(raw) {
      const answer = raw as Answer
      const fresh = takeNew(answer[paging.list] as unknown[])
      const page = { ...answer, [paging.list]: fresh }
      for (const item of fresh) items.push(item)
      for (const [name, value] of Object.entries(page)) merged[name] = value ?? merged[name] ?? null
      pages++
      end = endAfter(answer, fresh.length)
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

/** What names an item among those of its list; one without a name is known by all that it says. */
function keyOf(item: unknown, field: string): string {
  const key = (item as Answer)[field] ?? null
  return key === null ? JSON.stringify(item) : `${typeof key} ${key}`
}

/** The cursor of the next page; null where there is none. */
function cursorOf(answer: Answer, { hasMore, cursor }: ListPaging): unknown {
  const pagination = answer.pagination as Answer
  return pagination[hasMore] === false ? null : (pagination[cursor] ?? null)
}
