import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode, ErrorFacts } from '../base/errors.ts'
import type { ForeignFormat, Imported } from '../parsers/import/import-schema.ts'
import type { ExamplePage } from '../parsers/infer/infer-parser.ts'
import type { Pick } from '../parsers/infer/pick-node.ts'
import type { PageAnswer } from '../parsers/page-view.ts'
import type { WantedPage } from '../parsers/paging/further-page.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import type { LinkOptions } from '../reading/find-links.ts'
import type { ReadOptions } from '../reading/read-options.ts'
import type { SavedAnswer, SavedPage } from '../saved-files/saved-file.ts'
import type { Resources } from '../snapshot/resources.ts'
import type { PackedResult } from '../store/jobs/files.ts'
import type { Owner } from './fair-queue.ts'

/** For whom something is read: threads take turns between accounts, then between the callers of one. */
export interface Owned {
  owner: Owner
}

/** A page to read with a parser. `key` names the schema, so that a worker compiles it once. */
export interface ParseTask extends Owned {
  kind: 'parse'
  key: string
  schema: ParserSchema
  bytes: Uint8Array
  contentType: string | null
  url?: string | undefined
  /** What brought the page, where a site did. */
  answer?: PageAnswer | undefined
  /** When the page was fetched or saved, in milliseconds. */
  at?: number | undefined
  trace: boolean
  /** A required field that is missing is reported in the result, with what was noted until then. */
  reportError?: boolean | undefined
  /** Characters of JSON that the answer may have. */
  most?: number
  /** A selector to look for in the page. */
  expects?: string | undefined
  /** The page lies behind a link of another one. */
  detail?: WantedPage['detail']
  /** Nobody waits for it, as for what a job reads: the event loop is left to those who wait. */
  patient?: boolean
  /** How large data leave the thread where nobody looks into them: as JSON, or as the store keeps results. */
  writes?: 'json' | 'packed' | undefined
  /** Data to which other pages add are not written. */
  follows?: boolean | undefined
}

/** What a page says; its data may be written already: in bytes of JSON, or as the store keeps results. */
export type WrittenResult = Omit<ParseResult, 'data'> & { data: ParseResult['data'] | Uint8Array }

/** So many dictionaries are in use at a time: each thread keeps what it needs for packing to one. */
export const KEPT_DICTIONARIES = 8

/** What pages are packed to, where threads can read it. */
export interface SharedDictionary {
  id: number
  bytes: Uint8Array<SharedArrayBuffer>
}

/** A page of a job: read like any other, and packed for the store. */
export type JobPageTask = Omit<ParseTask, 'kind'> & { dictionary?: SharedDictionary | undefined }

export interface JobPagesTask {
  kind: 'job-pages'
  pages: JobPageTask[]
  /** Brings further groups of pages, and takes the answers to those before. */
  more?: MessagePort
}

/** What a page of a job says, packed as the store keeps it: it leaves its thread faster then, too. */
export interface JobPage {
  /** Its data are empty where they are packed. */
  result: ParseResult
  packedPage: Uint8Array
  /** Null where other pages add to the data. */
  packedData: PackedResult | null
}

/** Saved pages to read with a prebuilt API. */
export interface ExtractTask extends Owned {
  kind: 'extract'
  apiId: string
  /** Characters of JSON that the answer may have. */
  most?: number
  /** The API's parameters, as far as they were given. */
  asked: Record<string, unknown>
  pages: { bytes: Uint8Array; contentType: string | null }[]
}

/** A page as it came. */
export interface PageBytes {
  bytes: Uint8Array
  contentType: string | null
  url?: string | undefined
}

/** Pages to learn a schema from, each with what is wanted of it. */
export interface InferTask extends Owned {
  kind: 'infer'
  pages: (PageBytes & Omit<ExamplePage, 'page'>)[]
  /** The name of the list's field. */
  list: string
}

/** An element that was chosen on a page. */
export interface PickTask extends PageBytes, Owned {
  kind: 'pick'
  pick: Pick
}

/** A page whose list may go on. */
export interface NextPagesTask extends PageBytes, Owned {
  kind: 'next-pages'
}

/** A schema of another tool to turn into one of ours. */
export interface ImportTask extends Owned {
  kind: 'import'
  source: unknown
  format?: ForeignFormat | undefined
}

/** What came of it, and the JSON Schema of its data. */
export type ImportedSchema = Imported & { output_schema: Record<string, unknown> }

/** A schema whose brittle selectors are looked for on a page. */
export interface LintTask extends PageBytes, Owned {
  kind: 'lint'
  schema: ParserSchema
}

/** A page to look at, `most` characters of it, with those of its style sheets, pictures and fonts that are available. */
export interface ShowTask extends PageBytes, Owned {
  kind: 'show'
  most: number
  resources: Resources
}

/** A page to read as text. */
export interface ReadTask extends PageBytes, Owned {
  kind: 'read'
  options: ReadOptions
}

/** A page as text. */
export interface PageText {
  content_type: string | null
  html: string
  /** The page with what it fetched, as a HAR file; null where that is not known. */
  har: string | null
}

/** A page to decode for an answer; `writesJson` has that written, too. */
export interface PageTextTask extends PageBytes, Owned {
  kind: 'page-text'
  facts: Record<string, unknown>
  shows: readonly (keyof PageText)[]
  writesJson: boolean
}

/** A page or a sitemap whose links are read. */
export interface LinksTask extends PageBytes, Owned {
  kind: 'links'
  options: LinkOptions
}

/** Addresses to group by their form. */
export interface GroupTask extends Owned {
  kind: 'group'
  urls: string[]
}

/** A saved file to take pages out of, `most` of them. */
export interface OpenTask extends PageBytes, Owned {
  kind: 'open'
  most: number
  /** Each page with what it fetched, where the file holds that. */
  withAnswers: boolean
  /** Style sheets, pictures and fonts, too. */
  withLooks?: boolean
}

/** Pages of a saved file, and how many it has. */
export interface OpenedFile {
  count: number
  pages: Omit<SavedPage, 'answers' | 'looks'>[]
  /** Style sheets, pictures and fonts of the pages. */
  looks: SavedAnswer[]
}

export type Task =
  | ParseTask
  | JobPagesTask
  | ExtractTask
  | InferTask
  | PickTask
  | NextPagesTask
  | LintTask
  | ImportTask
  | ShowTask
  | ReadTask
  | PageTextTask
  | LinksTask
  | GroupTask
  | OpenTask

/** A result of a prebuilt API, and the word for `X-Notice` beside it. */
export interface Extracted {
  value: unknown
  notice: string | undefined
}

/** What a worker answers: the value, or an AppError in parts, which a thread border would strip of its class. */
export type WorkerAnswer<T> =
  | { value: T }
  | { error: { code: ErrorCode; message: string; facts: ErrorFacts } }
