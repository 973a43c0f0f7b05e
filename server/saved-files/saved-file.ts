/** A page from a file that a browser or an archiver saved. */
export interface SavedPage {
  /** Its address, if the file gives it. */
  url: string | null
  contentType: string | null
  bytes: Uint8Array
  /** The name of its file in an archive; null if the page is not from a zip archive. */
  name: string | null
  /** The responses that the page fetched while it was saved, in order; only HAR and WARC files contain them. */
  answers: SavedAnswer[]
  /** Loads its style sheets, pictures and fonts, if the file contains them. */
  looks?: () => Promise<SavedAnswer[]>
}

/** The response to a request of a page. */
export interface SavedAnswer {
  url: string
  status: number
  contentType: string
  bytes: Uint8Array
}

/** Content types of the resources for a page's looks. */
export const LOOK_TYPE = /^(?:text\/css|image\/|font\/|application\/(?:x-)?font)/i

/** The format of a saved file; `page` is a page itself: HTML, XML, JSON or other text. */
export type SavedFormat = 'page' | 'mhtml' | 'har' | 'warc' | 'zip'

/** The format and the pages of a saved file. */
export interface SavedFile {
  format: SavedFormat
  pages: SavedPage[]
}

/** Bounds for one file. Anything beyond them is an error, so that no page is left out silently. */
export const SAVED_FILE_BOUNDS = {
  /** Pages in one file. */
  pages: 1_000,
  /** Bytes of one page, as for a page that is sent alone. */
  pageBytes: 16_777_216,
  /** Bytes of everything in a file, unpacked. */
  allBytes: 67_108_864,
  /** Records, parts or entries that are read. */
  entries: 20_000,
  /** Responses kept with one page. */
  answers: 500,
} as const
