import type { ParseResult } from '../parse-result.ts'

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

/** What became of all further pages of one address. */
export interface FurtherPages {
  notes: PageNote[]
  /** Items of the data are not there, since a page could not be fetched. */
  lacksItems: boolean
}

/** The characters of an answer that is made of several pages. */
export interface Total {
  /** Counts so many more of the data at a place. Throws 422 where that makes the answer too large. */
  add(characters: number, field: string): void
}
