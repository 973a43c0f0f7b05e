import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { AppError, type ErrorCode, type ErrorFacts } from '../errors.ts'
import { startDeadline } from '../pages/deadline.ts'
import type { ExamplePage, Inferred } from '../parsers/infer/infer-parser.ts'
import type { LintWarning } from '../parsers/infer/lint-schema.ts'
import type { Pick, Picked } from '../parsers/infer/pick-node.ts'
import type { PageAnswer } from '../parsers/page-view.ts'
import type { WantedPage } from '../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import type { ShownPage } from '../parsers/show-page.ts'
import type { PackedResult } from '../store/job-files.ts'
import { createJobPages } from './job-pages.ts'
import { parseInPlace } from './parse-in-place.ts'

/** A page to read with a parser. `key` names the schema, so that a worker compiles it once. */
export interface ParseTask {
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
  /** A required field that is missing is told in the result, with what was noted until then. */
  tellFault?: boolean | undefined
  /** A selector to look for in the page. */
  expects?: string | undefined
  /** The page lies behind a link of another one. */
  detail?: WantedPage['detail']
  /** Nobody waits for it, as for what a job reads: the event loop is left to those who wait. */
  patient?: boolean
}

/** A page of a job: read like any other, and packed for the store. */
export type JobPageTask = Omit<ParseTask, 'kind'>

export interface JobPagesTask {
  kind: 'job-pages'
  pages: JobPageTask[]
}

/** What a page of a job says, packed as the store keeps it: the way out of a thread is short then, too. */
export interface JobPage {
  /** Its data are empty where they are packed. */
  result: ParseResult
  packedPage: Uint8Array
  /** Null where other pages add to the data. */
  packedData: PackedResult | null
}

/** Saved pages to read with a prebuilt API. */
export interface ExtractTask {
  kind: 'extract'
  apiId: string
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
export interface InferTask {
  kind: 'infer'
  pages: (PageBytes & Omit<ExamplePage, 'page'>)[]
  /** The name of the list's field. */
  list: string
}

/** An element that was chosen on a page. */
export interface PickTask extends PageBytes {
  kind: 'pick'
  pick: Pick
}

/** A schema whose brittle selectors are looked for on a page. */
export interface LintTask extends PageBytes {
  kind: 'lint'
  schema: ParserSchema
}

/** A page to look at, `most` characters of it. */
export interface ShowTask extends PageBytes {
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
  parse(task: Omit<ParseTask, 'kind'>, signal?: AbortSignal): Promise<ParseResult>
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

/** Lies beside this file, as source and as compiled. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)
const HEAP_MB = 1_024
/** Left to itself a thread takes a hundred for what it soon forgets; reading is not slower with this. */
const YOUNG_MB = 16

/**
 * A pool of threads with a hard deadline: a page that takes longer, or more memory than a thread may have, ends its
 * thread and gets a 422; nothing else notices. The deadline counts from the start of the work, not of the wait.
 */
export function createExtraction(options: {
  threads: number
  timeoutMs: () => number
  report?: (error: unknown) => void
}): Extraction {
  const threads = Math.min(options.threads, availableParallelism() * 4)
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  // A thread that dies while it has nothing to do is no one's failure; without a listener it would end the process.
  pool.on('error', error => options.report?.(error))
  const turn = pLimit(threads)

  const run = <T>(task: Task, buffers: Uint8Array[], signal?: AbortSignal) =>
    turn(async () => {
      const deadline = startDeadline(options.timeoutMs(), signal)
      const transferList = [...new Set(buffers.map(bytes => bytes.buffer as ArrayBuffer))]
      try {
        return unwrapped<T>(await pool.run(task, { transferList, signal: deadline.signal }))
      } catch (error) {
        if (signal?.aborted) throw new AppError('cancelled', 'The call was cancelled.')
        if (deadline.signal.aborted) throw tooSlow(options.timeoutMs())
        if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooMuchMemory()
        throw error
      } finally {
        deadline.end()
      }
    })

  const readGroup = (pages: JobPageTask[]) => run<WorkerAnswer<JobPage>[]>({ kind: 'job-pages', pages }, [])
  const jobPages = createJobPages(readGroup, backgroundOf(threads))

  return {
    async parse(details, signal) {
      const task: ParseTask = { kind: 'parse', ...details }
      return (task.patient ? null : parseInPlace(task)) ?? run<ParseResult>(task, [task.bytes], signal)
    },
    parseJobPage: async (task, signal) => unwrapped(await jobPages.read(task, signal)),
    extract: (task, signal) =>
      run(
        { kind: 'extract', ...task },
        task.pages.map(page => page.bytes),
        signal,
      ),
    infer: (task, signal) =>
      run(
        { kind: 'infer', ...task },
        task.pages.map(page => page.bytes),
        signal,
      ),
    pick: (task, signal) => run({ kind: 'pick', ...task }, [task.bytes], signal),
    lint: (task, signal) => run({ kind: 'lint', ...task }, [task.bytes], signal),
    show: (task, signal) => run({ kind: 'show', ...task }, [task.bytes], signal),
    prepare: () => void readGroup([]).catch(() => undefined),
    close: () => pool.destroy(),
  }
}

/** Threads for what nobody waits for: a core is left to the event loop. */
const backgroundOf = (threads: number) => Math.max(1, Math.min(threads, availableParallelism() - 1))

function unwrapped<T>(answer: WorkerAnswer<T>): T {
  if ('value' in answer) return answer.value
  throw new AppError(answer.error.code, answer.error.message, answer.error.facts)
}

const tooSlow = (ms: number) =>
  new AppError('extraction_failed', `The extraction was stopped after ${ms / 1000} s.`, {
    hint: 'The page is nested too deeply or a rule is too costly; raise `parse_timeout_ms` if it is only large.',
  })

const tooMuchMemory = () =>
  new AppError('extraction_failed', 'The extraction needed more memory than one page may take.', {
    hint: 'Save the part of the page that holds the data and send that.',
  })
