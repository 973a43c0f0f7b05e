import type { ParseResult } from '../parse-result.ts'

/** A page that belongs to another page: the next one of a list, or one behind a link of the object at `at`. */
export interface FurtherPage {
  url: string
  detail?: { page: string; at: string }
  /** For a next page: how many items the list has so far. */
  from?: number
}

/** Fetches and reads a page. Throws AppError. */
export type GetPage = (wanted: FurtherPage) => Promise<ParseResult>

/** The outcome of a further page. */
export interface PageNote {
  url: string
  /** Why it was not read; null if it was. */
  lack: string | null
}

/** The outcomes of all further pages of one address. */
export interface FurtherPages {
  notes: PageNote[]
  /** Whether the list lacks items: a page could not be fetched, or a default limit ended it. */
  lacksItems: boolean
  /** Whether a default limit left out pages. A limit in the schema is what its author wants. */
  isCut: boolean
}

/** The size, in characters, of an answer that is composed of several pages. */
export interface AnswerSize {
  /** Counts more characters of the data at a path. Throws 422 if the answer becomes too large. */
  add(characters: number, field: string): void
}
