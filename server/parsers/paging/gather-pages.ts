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

/** Whether a page has others that belong to it. */
export const leadsOn = ({ next, links }: ParseResult): boolean => next !== undefined || links !== undefined

/**
 * Adds to what was read of a page what its further pages hold: first the items of the next pages of its list, then what
 * lies behind the links of those items that stay. Throws AppError where a page that must be had cannot be.
 */
export async function gatherPages(
  schema: ParserSchema,
  first: ParseResult,
  address: string,
  get: GetPage,
): Promise<Gathered> {
  const pages: PageNote[] = []
  const kind = kindsOf(schema)[first.kind]!
  const whole = kind.paginate ? await gatherList(kind, kind.paginate, { first, address, get, pages }) : first
  return { result: await followLinks(whole, get, pages), pages }
}
