import { AppError, type ErrorCode, type ErrorFacts } from '../base/errors.ts'
import { charactersOf } from '../parsers/answer.ts'
import type { ExamplePage, Inferred } from '../parsers/infer/infer-parser.ts'
import type { LintWarning } from '../parsers/infer/lint-schema.ts'
import type { Pick, Picked } from '../parsers/infer/pick-node.ts'
import type { PageAnswer } from '../parsers/page-view.ts'
import type { WantedPage } from '../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { excessOf } from '../parsers/schema/bounds.ts'
import type { ShownPage } from '../parsers/show-page.ts'
import type { PackedResult } from '../store/jobs/files.ts'
import type { Owner } from './fair-queue.ts'
import { parseInPlace } from './parse-in-place.ts'
import { createThreads } from './threads.ts'

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
  /** When it was had, in milliseconds. */
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

/** A page of a job: read like any other, and packed for the store. */
export type JobPageTask = Omit<ParseTask, 'kind'>

export interface JobPagesTask {
  kind: 'job-pages'
  pages: JobPageTask[]
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

/** A schema whose brittle selectors are looked for on a page. */
export interface LintTask extends PageBytes, Owned {
  kind: 'lint'
  schema: ParserSchema
}

/** A page to look at, `most` characters of it. */
export interface ShowTask extends PageBytes, Owned {
  kind: 'show'
  most: number
}

export type Task = ParseTask | JobPagesTask | ExtractTask | InferTask | PickTask | LintTask | ShowTask

/** A result of a prebuilt API, and the word for `X-Notice` beside it. */
export interface Extracted {
  value: unknown
  notice: string | undefined
}

/** What a worker answers: the value, or an AppError in parts, which a thread border would strip of its class. */
export type WorkerAnswer<T> =
  | { value: T }
  | { error: { code: ErrorCode; message: string; facts: ErrorFacts } }

/**
 * Extraction: of small pages with plain parsers on the spot where somebody waits, of all others off the event loop. Pages
 * are transferred there: the caller's buffers may be empty afterwards.
 */
export interface Extraction {
  parse(task: Omit<ParseTask, 'kind' | 'writes'>, signal?: AbortSignal): Promise<ParseResult>
  /** The same for a caller who does not look into the data: large ones come as the task's `writes` says. */
  parseWritten(task: Omit<ParseTask, 'kind'>, signal?: AbortSignal): Promise<WrittenResult>
  /** For small pages, which threads get some at a time; the page stays the caller's. */
  parseJobPage(task: JobPageTask, signal?: AbortSignal): Promise<JobPage>
  extract(task: Omit<ExtractTask, 'kind'>, signal?: AbortSignal): Promise<Extracted>
  infer(task: Omit<InferTask, 'kind'>, signal?: AbortSignal): Promise<Inferred>
  pick(task: Omit<PickTask, 'kind'>, signal?: AbortSignal): Promise<Picked>
  lint(task: Omit<LintTask, 'kind'>, signal?: AbortSignal): Promise<LintWarning[]>
  show(task: Omit<ShowTask, 'kind'>, signal?: AbortSignal): Promise<ShownPage>
  /** Starts a thread, so that the first page need not wait for that. */
  prepare(): void
  close(): Promise<void>
}

/** Builds the extraction of a service on its threads. */
export function createExtraction(options: {
  threads: number
  timeoutMs: () => number
  maxAnswerMb: () => number
  report?: (error: unknown) => void
}): Extraction {
  const threads = createThreads(options)
  const most = () => charactersOf(options.maxAnswerMb())
  const run = async <T>(task: Task & Owned, work: string, pages: PageBytes[], signal?: AbortSignal) => {
    const buffers = pages.map(({ bytes }) => bytes)
    return unwrapped(await threads.run<T>(task, { owner: task.owner, work }, buffers, signal))
  }

  async function parseWritten(details: Omit<ParseTask, 'kind'>, signal?: AbortSignal) {
    const task: ParseTask = { kind: 'parse', ...details, most: most() }
    mustBeReadable(task.schema)
    return (task.patient ? null : parseInPlace(task)) ?? run<WrittenResult>(task, task.key, [task], signal)
  }

  return {
    parse: (task, signal) => parseWritten(task, signal) as Promise<ParseResult>,
    parseWritten,
    async parseJobPage(task, signal) {
      mustBeReadable(task.schema)
      const who = { owner: task.owner, work: task.key }
      return unwrapped(await threads.readJobPage({ ...task, most: most() }, who, signal))
    },
    extract: (task, signal) =>
      run({ kind: 'extract', ...task, most: most() }, task.apiId, task.pages, signal),
    infer: (task, signal) => run({ kind: 'infer', ...task }, 'infer', task.pages, signal),
    pick: (task, signal) => run({ kind: 'pick', ...task }, 'pick', [task], signal),
    async lint(task, signal) {
      mustBeReadable(task.schema)
      return run({ kind: 'lint', ...task }, 'lint', [task], signal)
    },
    show: (task, signal) => run({ kind: 'show', ...task }, 'show', [task], signal),
    prepare: threads.prepare,
    close: threads.close,
  }
}

/** Schemas that were found to be within the bounds. */
const readable = new WeakSet<ParserSchema>()

/** A schema that was saved before there were bounds may be too deep to be handed to a thread. */
function mustBeReadable(schema: ParserSchema): void {
  if (readable.has(schema)) return
  const excess = excessOf(schema)
  if (excess) {
    const { error, ...facts } = excess
    throw new AppError('invalid_input', error, facts)
  }
  readable.add(schema)
}

function unwrapped<T>(answer: WorkerAnswer<T>): T {
  if ('value' in answer) return answer.value
  throw new AppError(answer.error.code, answer.error.message, answer.error.facts)
}
