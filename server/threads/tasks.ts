import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode, ErrorFacts } from '../base/errors.ts'
import type { ForeignFormat } from '../parsers/import/formats.ts'
import type { SchemaImport } from '../parsers/import/import-schema.ts'
import type { ExamplePage } from '../parsers/infer/infer-parser.ts'
import type { PickRequest } from '../parsers/infer/pick-node.ts'
import type { PageAnswer } from '../parsers/page-view.ts'
import type { FurtherPage } from '../parsers/paging/further-page.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import type { LinkOptions } from '../reading/links/find-links.ts'
import type { ReadOptions } from '../reading/read-options.ts'
import type { SavedAnswer, SavedPage } from '../saved-files/saved-file.ts'
import type { Resources } from '../snapshot/resources.ts'
import type { PackedResult } from '../store/jobs/files.ts'
import type { Owner } from './fair-queue.ts'

/** The owner of a task: threads take turns between accounts, then between the callers of one. */
export interface OwnedTask {
  owner: Owner
}

/** A page to read with a parser. `key` identifies the schema, so that a thread compiles it only once. */
export interface ParseTask extends OwnedTask {
  kind: 'parse'
  key: string
  schema: ParserSchema
  bytes: Uint8Array
  contentType: string | null
  url?: string | undefined
  /** The HTTP answer that the page came with, if it was fetched. */
  answer?: PageAnswer | undefined
  /** When the page was fetched or saved, in milliseconds. */
  at?: number | undefined
  trace: boolean
  /** Reports a missing required field in the result, with the trace up to that point, instead of throwing. */
  reportError?: boolean | undefined
  /** Most characters of JSON in the answer. */
  most?: number
  /** A selector to look for in the page. */
  expects?: string | undefined
  /** Set if the page is the target of a link on another page. */
  detail?: FurtherPage['detail']
  /** Set if the page continues a list: how many items the list has so far. */
  from?: number | undefined
  /** Whether nobody waits for the page, as for those of jobs. It is read in a thread, so that the event loop is free for others. */
  isUnattended?: boolean
  /** Format in which large data leaves the thread if nobody inspects it: as JSON, or as the store keeps results. */
  writes?: 'json' | 'packed' | undefined
  /** Data to which other pages add is not serialised. */
  follows?: boolean | undefined
}

/** The result of a page. Its data may be serialised: as bytes of JSON, or as the store keeps results. */
export type SerializedResult = Omit<ParseResult, 'data'> & { data: ParseResult['data'] | Uint8Array }

/** Number of dictionaries in use at a time. Each thread keeps a compressor for each of them. */
export const MAX_DICTIONARIES = 8

/** A compression dictionary in memory that threads share. */
export interface SharedDictionary {
  id: number
  bytes: Uint8Array<SharedArrayBuffer>
}

/** A page of a job: read like any other, and packed for the store. */
export type JobPageTask = Omit<ParseTask, 'kind'> & { dictionary?: SharedDictionary | undefined }

export interface JobPagesTask {
  kind: 'job-pages'
  pages: JobPageTask[]
  /** Delivers further groups of pages, and takes the answers to the groups before. */
  more?: MessagePort
}

/** The result of a job's page, packed in the format of the store. Packed data also leaves the thread faster. */
export interface JobPage {
  /** Its data is empty if it is in `packedData`. */
  result: ParseResult
  packedPage: Uint8Array
  /** Null if other pages add to the data. */
  packedData: PackedResult | null
}

/** Saved pages to read with a prebuilt API. */
export interface ExtractTask extends OwnedTask {
  kind: 'extract'
  apiId: string
  /** Most characters of JSON in the answer. */
  most?: number
  /** The parameters of the API that were given. */
  asked: Record<string, unknown>
  pages: { bytes: Uint8Array; contentType: string | null }[]
}

/** The bytes of a page as they arrived. */
export interface PageBytes {
  bytes: Uint8Array
  contentType: string | null
  url?: string | undefined
}

/** Pages to learn a schema from, each with the values that are wanted from it. */
export interface InferTask extends OwnedTask {
  kind: 'infer'
  pages: (PageBytes & Omit<ExamplePage, 'page'>)[]
  /** Name of the field for the list. */
  list: string
}

/** An element that was chosen on a page. */
export interface PickTask extends PageBytes, OwnedTask {
  kind: 'pick'
  pick: PickRequest
}

/** A page whose list may continue. */
export interface NextPagesTask extends PageBytes, OwnedTask {
  kind: 'next-pages'
}

/** A schema of another tool to convert. */
export interface ImportTask extends OwnedTask {
  kind: 'import'
  source: unknown
  format?: ForeignFormat | undefined
}

/** The converted schema, and the JSON Schema of its data. */
export type ImportedSchema = SchemaImport & { output_schema: Record<string, unknown> }

/** A schema to check for brittle selectors on a page. */
export interface LintTask extends PageBytes, OwnedTask {
  kind: 'lint'
  schema: ParserSchema
}

/** A page to display, at most `most` characters of it, with the style sheets, pictures and fonts that are available. */
export interface ShowTask extends PageBytes, OwnedTask {
  kind: 'show'
  most: number
  resources: Resources
}

/** A page to read as text. */
export interface ReadTask extends PageBytes, OwnedTask {
  kind: 'read'
  options: ReadOptions
}

/** A page as text. */
export interface PageText {
  content_type: string | null
  html: string
  /** The page with what it fetched, as a HAR file; null if that is not known. */
  har: string | null
}

/** A page to decode for an answer; with `writesJson`, the answer is serialised too. */
export interface PageTextTask extends PageBytes, OwnedTask {
  kind: 'page-text'
  facts: Record<string, unknown>
  shows: readonly (keyof PageText)[]
  writesJson: boolean
}

/** A page or a sitemap whose links are read. */
export interface LinksTask extends PageBytes, OwnedTask {
  kind: 'links'
  options: LinkOptions
}

/** Addresses to group by their form. */
export interface GroupTask extends OwnedTask {
  kind: 'group'
  urls: string[]
}

/** A saved file to read at most `most` pages from. */
export interface OpenTask extends PageBytes, OwnedTask {
  kind: 'open'
  most: number
  /** Include what each page fetched, if the file contains it. */
  withAnswers: boolean
  /** Include style sheets, pictures and fonts. */
  withLooks?: boolean
}

/** Pages of a saved file, and their total number. */
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

/** The result of a prebuilt API, and the word for its `X-Notice` header. */
export interface ExtractResult {
  value: unknown
  notice: string | undefined
}

/** The answer of a thread: the value, or the parts of an AppError, because an error loses its class between threads. */
export type ThreadAnswer<T> =
  | { value: T }
  | { error: { code: ErrorCode; message: string; facts: ErrorFacts } }
