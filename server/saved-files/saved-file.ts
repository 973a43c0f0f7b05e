/** A page out of a file that a browser or an archiver saved. */
export interface SavedPage {
  /** Its address, where the file says it. */
  url: string | null
  contentType: string | null
  bytes: Uint8Array
  /** The name of its file in an archive; null where it is alone. */
  name: string | null
  /** What the page asked for while it was saved, in its order; only a HAR and a WARC file hold that. */
  answers: SavedAnswer[]
  /** Its style sheets, pictures and fonts, as far as the file holds them. */
  looks?: () => Promise<SavedAnswer[]>
}

/** An answer to a request of a page. */
export interface SavedAnswer {
  url: string
  status: number
  contentType: string
  bytes: Uint8Array
}

/** Types of what a page needs for its looks. */
export const LOOK_TYPE = /^(?:text\/css|image\/|font\/|application\/(?:x-)?font)/i

/** In what a page was saved; `page` is the page itself: HTML, XML, JSON or other text. */
export type SavedFormat = 'page' | 'mhtml' | 'har' | 'warc' | 'zip'

/** What a saved file holds. */
export interface SavedFile {
  format: SavedFormat
  pages: SavedPage[]
}

/** Bounds for one file; whatever passes them is refused, so that no page is left out in silence. */
export const SAVED_FILE_BOUNDS = {
  /** Pages in one file. */
  pages: 1_000,
  /** Bytes of a page, as of one that is sent alone. */
  pageBytes: 16_777_216,
  /** Bytes of all that a file holds, unpacked. */
  allBytes: 67_108_864,
  /** Records, parts or entries that are looked at. */
  entries: 20_000,
  /** Answers kept with one page. */
  answers: 500,
} as const
