import { answerTooLarge } from '../answer.ts'
import type { ParseResult } from '../parse-result.ts'
import type { ParserSchema } from '../parser-schema.ts'
import { kindsOf } from '../resolve-schema.ts'
import { followLinks } from './follow-links.ts'
import { gatherList } from './gather-list.ts'

/** A page that belongs to another one: the next of a list, or the one behind a link of an object at `at`. */
export interface WantedPage {
  url: string
  detail?: { page: string; at: string }
}

/** Gets a page and reads it. Throws AppError. */
export type GetPage = (wanted: WantedPage) => Promise<ParseResult>

/** What became of a further page. */
export interface PageNote {
  url: string
  /** What was wrong with it; null: nothing. */
  lack: string | null
}

export interface Gathered {
  result: ParseResult
  pages: PageNote[]
}

/** The characters of an answer that is made of several pages. */
export interface Total {
  /** Counts so many more of the data at a place. Throws 422 where that makes the answer too large. */
  add(characters: number, field: string): void
}

function createTotal(start: number, most: number): Total {
  let size = start
  return {
    add(characters, field) {
      size += characters
      if (size > most) throw answerTooLarge(most, field)
    },
  }
}

/** Whether a page has others that belong to it. */
export const leadsOn = ({ next, links }: Pick<ParseResult, 'next' | 'links'>): boolean =>
  next !== undefined || links !== undefined

/**
 * Adds to what was read of a page what its further pages hold: first the items of the next pages of its list, then what
 * lies behind the links of those items that stay. Throws AppError where a page that must be had cannot be, and where the
 * answer has more than `most` characters.
 */
export async function gatherPages(
  schema: ParserSchema,
  first: ParseResult,
  address: string,
  get: GetPage,
  most = Number.POSITIVE_INFINITY,
): Promise<Gathered> {
  const pages: PageNote[] = []
  const size = createTotal(first.size, most)
  const kind = kindsOf(schema)[first.kind]!
  const whole = kind.paginate
    ? await gatherList(kind, kind.paginate, { first, address, get, pages, size })
    : first
  return { result: await followLinks(whole, get, pages, size), pages }
}
