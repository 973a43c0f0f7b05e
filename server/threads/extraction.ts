import { AppError } from '../base/errors.ts'
import { createLoader } from '../base/loader.ts'
import { charactersOf } from '../parsers/answer.ts'
import type { InferredParser } from '../parsers/infer/infer-parser.ts'
import type { LintWarning } from '../parsers/infer/lint-schema.ts'
import type { NextPageOffer } from '../parsers/infer/next-pages.ts'
import type { PickResult } from '../parsers/infer/pick-node.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserSchema } from '../parsers/parser-schema.ts'
import { excessOf } from '../parsers/schema/bounds.ts'
import type { FoundLinks } from '../reading/links/found-links.ts'
import type { LinkGroup } from '../reading/links/group-links.ts'
import type { ReadPage } from '../reading/read-page.ts'
import type { ShownPage } from '../snapshot/show-page.ts'
import type {
  ExtractResult,
  ExtractTask,
  GroupTask,
  ImportedSchema,
  ImportTask,
  InferTask,
  JobPage,
  JobPageTask,
  LinksTask,
  LintTask,
  NextPagesTask,
  OpenedFile,
  OpenTask,
  OwnedTask,
  PageBytes,
  PageTextTask,
  ParseTask,
  PickTask,
  ReadTask,
  SerializedResult,
  ShowTask,
  Task,
  ThreadAnswer,
} from './tasks.ts'
import { createThreads } from './threads.ts'

/** Loaded with the first page that may be read directly: it needs the whole reader, which no start does. */
const inPlace = createLoader(() => import('./parse-in-place.ts'))

/**
 * Reads pages. Small pages with plain parsers are read directly if somebody waits for them, all others off the event loop.
 * Pages are transferred to threads: the caller's buffers may be empty afterwards.
 */
export interface Extraction {
  parse(task: Omit<ParseTask, 'kind' | 'writes'>, signal?: AbortSignal): Promise<ParseResult>
  /** Same as `parse`, for callers who do not inspect the data: large data arrives as `writes` says. */
  parseWritten(task: Omit<ParseTask, 'kind'>, signal?: AbortSignal): Promise<SerializedResult>
  /** For small pages of jobs, several of which are sent to a thread together. The page is not transferred. */
  parseJobPage(task: JobPageTask, signal?: AbortSignal): Promise<JobPage>
  extract(task: Omit<ExtractTask, 'kind'>, signal?: AbortSignal): Promise<ExtractResult>
  infer(task: Omit<InferTask, 'kind'>, signal?: AbortSignal): Promise<InferredParser>
  pick(task: Omit<PickTask, 'kind'>, signal?: AbortSignal): Promise<PickResult>
  nextPages(task: Omit<NextPagesTask, 'kind'>, signal?: AbortSignal): Promise<NextPageOffer[]>
  /** Converts a schema of another tool. Expanding its references may produce far more than its own size. */
  importSchema(task: Omit<ImportTask, 'kind'>, signal?: AbortSignal): Promise<ImportedSchema>
  lint(task: Omit<LintTask, 'kind'>, signal?: AbortSignal): Promise<LintWarning[]>
  read(task: Omit<ReadTask, 'kind'>, signal?: AbortSignal): Promise<ReadPage>
  /** Returns an answer with the text of a page, as JSON if the task says so. */
  pageText(
    task: Omit<PageTextTask, 'kind'>,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown> | Uint8Array>
  links(task: Omit<LinksTask, 'kind'>, signal?: AbortSignal): Promise<FoundLinks>
  group(task: Omit<GroupTask, 'kind'>, signal?: AbortSignal): Promise<LinkGroup[]>
  show(task: Omit<ShowTask, 'kind'>, signal?: AbortSignal): Promise<ShownPage>
  /** Returns the pages of a saved file. */
  open(task: Omit<OpenTask, 'kind'>, signal?: AbortSignal): Promise<OpenedFile>
  /** Starts a thread, so that the first page does not have to wait for one. */
  prepare(): void
  close(): Promise<void>
}

/** Creates the extraction of a service with its threads. */
export function createExtraction(options: {
  threads: number
  timeoutMs: () => number
  maxAnswerMb: () => number
  report?: (error: unknown) => void
}): Extraction {
  const threads = createThreads(options)
  const maxCharacters = () => charactersOf(options.maxAnswerMb())
  const run = async <T>(task: Task & OwnedTask, work: string, pages: PageBytes[], signal?: AbortSignal) => {
    const buffers = pages.map(({ bytes }) => bytes)
    return unwrap(await threads.run<T>(task, { owner: task.owner, work }, buffers, signal))
  }

  async function parseWritten(details: Omit<ParseTask, 'kind'>, signal?: AbortSignal) {
    const task: ParseTask = { kind: 'parse', ...details, most: maxCharacters() }
    assertReadable(task.schema)
    const result = task.isUnattended ? null : (await inPlace.load()).parseInPlace(task)
    return result ?? run<SerializedResult>(task, task.key, [task], signal)
  }

  return {
    parse: (task, signal) => parseWritten(task, signal) as Promise<ParseResult>,
    parseWritten,
    async parseJobPage(task, signal) {
      assertReadable(task.schema)
      const who = { owner: task.owner, work: task.key }
      return unwrap(await threads.readJobPage({ ...task, most: maxCharacters() }, who, signal))
    },
    extract: (task, signal) =>
      run({ kind: 'extract', ...task, most: maxCharacters() }, task.apiId, task.pages, signal),
    infer: (task, signal) => run({ kind: 'infer', ...task }, 'infer', task.pages, signal),
    pick: (task, signal) => run({ kind: 'pick', ...task }, 'pick', [task], signal),
    nextPages: (task, signal) => run({ kind: 'next-pages', ...task }, 'pick', [task], signal),
    importSchema: (task, signal) => run({ kind: 'import', ...task }, 'import', [], signal),
    async lint(task, signal) {
      assertReadable(task.schema)
      return run({ kind: 'lint', ...task }, 'lint', [task], signal)
    },
    read: (task, signal) => run({ kind: 'read', ...task }, 'read', [task], signal),
    async pageText(task, signal) {
      const { data } = await run<{ data: Record<string, unknown> | Uint8Array }>(
        { kind: 'page-text', ...task },
        'page-text',
        [task],
        signal,
      )
      return data
    },
    links: (task, signal) => run({ kind: 'links', ...task }, 'links', [task], signal),
    group: (task, signal) => run({ kind: 'group', ...task }, 'links', [], signal),
    show: (task, signal) => run({ kind: 'show', ...task }, 'show', [task], signal),
    open: (task, signal) => run({ kind: 'open', ...task }, 'open', [task], signal),
    prepare: threads.prepare,
    close: threads.close,
  }
}

/** Schemas that were found to be within the limits. */
const readableSchemas = new WeakSet<ParserSchema>()

/** Throws for a schema that exceeds the limits: one that was saved before they existed may be too deep to be sent to a thread. */
function assertReadable(schema: ParserSchema): void {
  if (readableSchemas.has(schema)) return
  const excess = excessOf(schema)
  if (excess) {
    const { error, ...facts } = excess
    throw new AppError('invalid_input', error, facts)
  }
  readableSchemas.add(schema)
}

function unwrap<T>(answer: ThreadAnswer<T>): T {
  if ('value' in answer) return answer.value
  throw new AppError(answer.error.code, answer.error.message, answer.error.facts)
}
