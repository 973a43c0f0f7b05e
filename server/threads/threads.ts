import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { SEND_PART_OF_PAGE } from '../base/error-hints.ts'
import { AppError } from '../base/errors.ts'
import { isTransferable } from '../base/own-buffer.ts'
import { createThreadPool } from '../base/thread-pool.ts'
import { type Deadline, startDeadline } from '../pages/fetch/deadline.ts'
import { createFairQueue, type Owner } from './fair-queue.ts'
import { createPageFeed, type PageFeed, pagesOf } from './page-feed.ts'
import type { JobPage, JobPageTask, Task, ThreadAnswer } from './tasks.ts'

/** A call of a caller, until it is answered. */
interface Call {
  owner: Owner
  work: string
  task: Task | null
  /** A page of a job, which may be sent to a thread together with others. */
  page?: JobPageTask
  /** It was in a group whose thread had to be terminated. */
  isAlone?: boolean
  buffers: Uint8Array[]
  signal: AbortSignal | undefined
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** How a task is sent to a thread: what is transferred, and who gets its deadline. */
interface PostOptions {
  transferList: (ArrayBuffer | MessagePort)[]
  signal: AbortSignal | undefined
  started?(deadline: Deadline): void
}

/** How a task in a thread ended. */
type TaskOutcome = { answer: unknown } | { error: unknown; ranOut: boolean }

/** The code of a thread, in a file beside this one, as source or compiled. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)
const HEAP_MB = 1_024
/**
 * Young generation of a thread's heap. By default it would grow to a hundred megabytes of short-lived objects; reading is
 * not slower with this limit.
 */
const YOUNG_MB = 16
/** Most pages of jobs that a thread gets at once: one or two milliseconds of work, so that it rarely waits for the event loop. */
const GROUP_SIZE = 4
/** How long an account waits while another one has all threads, before an extra thread works for it. */
const SPARE_MS = 250

/**
 * Creates a pool of threads with a hard deadline, for which callers take turns. A task that exceeds the time or memory
 * limit terminates its thread and rejects; other tasks are not affected. The deadline counts from the start of the work,
 * not of the wait or of the thread. Waiting job pages of one caller are sent together, which saves most of the overhead of
 * messages.
 */
export function createThreads(options: {
  threads: number
  timeoutMs: () => number
  report?: (error: unknown) => void
}) {
  const threads = Math.min(options.threads, availableParallelism() * 4)
  const pool = createThreadPool({
    filename: workerFile,
    most: threads + 1,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    report: options.report,
  })
  const queue = createFairQueue<Call>(threads)
  const slots = backgroundSlotsOf(threads)
  let busySlots = 0
  /** The feeds of the threads that read job pages, by the first call of each. */
  const feeds = new Map<Call, PageFeed<Call>>()
  /** Tasks that threads are working on, or will be once they have started. */
  let running = 0
  let spareTimer: NodeJS.Timeout | undefined
  /** The start of the first thread. The first tasks wait for it, because the pool would start more threads for them. */
  let prepared: Promise<unknown> | undefined

  const mayStart = ({ page }: Call) => !page || busySlots < slots
  const isGroupable = ({ page, isAlone }: Call) => page !== undefined && !isAlone

  function startNext(): void {
    for (let call = queue.take(mayStart); call; call = queue.take(mayStart)) void start(call)
    for (const [call, feed] of feeds) feedMore(call, feed)
    if (!spareTimer && queue.isHeldByOne()) spareTimer = setTimeout(startSpare, SPARE_MS).unref()
  }

  function startSpare(): void {
    spareTimer = undefined
    const call = queue.takeSpare(mayStart)
    if (call) void start(call)
  }

  async function start(call: Call): Promise<void> {
    if (call.page) busySlots++
    const ranOut = call.task ? await perform(call, call.task) : await performPages(call)
    if (call.page) busySlots--
    queue.end(call, ranOut)
    startNext()
  }

  /** Performs a task. Resolves with true if it reached its deadline. */
  async function perform(call: Call, task: Task): Promise<boolean> {
    const { buffers, signal, resolve, reject } = call
    const transferList = [
      ...new Set(buffers.filter(isTransferable).map(bytes => bytes.buffer as ArrayBuffer)),
    ]
    const outcome = await post(task, { transferList, signal })
    if ('answer' in outcome) resolve(outcome.answer)
    else reject(outcome.error)
    return 'error' in outcome && outcome.ranOut
  }

  /**
   * Performs pages of jobs. Resolves with null if the call's page was read together with others, because a deadline then
   * says nothing about a single page.
   */
  async function performPages(call: Call): Promise<boolean | null> {
    const first = [call, ...takeAlong(call, GROUP_SIZE - 1)]
    let deadline: Deadline | undefined
    const feed = createPageFeed(first, (group, answers) => {
      answerAll(group, answers)
      if (!feeds.has(call)) return
      deadline?.renew()
      feedMore(call, feed)
    })
    feeds.set(call, feed)
    const task: Task = { kind: 'job-pages', pages: pagesOf(first), more: feed.port }
    const started = (own: Deadline) => {
      deadline = own
    }
    const outcome = await post(task, { transferList: [feed.port], signal: undefined, started })
    feeds.delete(call)
    const [group, ...others] = feed.end()
    for (const other of others.flat()) queue.add(other)
    settle(group!, outcome)
    return first.length > 1 || group !== first ? null : 'error' in outcome && outcome.ranOut
  }

  const takeAlong = (call: Call, limit: number) =>
    isGroupable(call) ? queue.takeAlong(call, limit, isGroupable) : []

  /** Feeds a thread with more pages, unless others wait: they get the thread next, as they would otherwise. */
  function feedMore(call: Call, feed: PageFeed<Call>): void {
    if (!feed.hasRoom() || !queue.hasOnly(call, isGroupable)) return
    const group = takeAlong(call, GROUP_SIZE)
    if (group.length) feed.add(group)
  }

  /** Lets a new thread do an empty task first: on a busy machine a thread takes seconds to start, which count for no deadline. */
  const startThread = () => pool.run({ kind: 'job-pages', pages: [] } satisfies Task)

  async function post(task: Task, postOptions: PostOptions): Promise<TaskOutcome> {
    running++
    try {
      await prepared
      if (running > pool.startedCount()) await startThread()
      return await postNow(task, postOptions)
    } catch (error) {
      return { error, ranOut: false }
    } finally {
      running--
    }
  }

  async function postNow(task: Task, { transferList, signal, started }: PostOptions): Promise<TaskOutcome> {
    const deadline = startDeadline(options.timeoutMs(), signal)
    started?.(deadline)
    try {
      return { answer: await pool.run(task, { transferList, signal: deadline.signal }) }
    } catch (error) {
      const ranOut = deadline.signal.aborted && !signal?.aborted
      return { error: ranOut ? tooSlow(options.timeoutMs()) : explainError(error, signal), ranOut }
    } finally {
      deadline.end()
    }
  }

  /** If a group's thread was terminated, each of its pages is read alone, which identifies the one that caused it. */
  function settle(group: Call[], outcome: TaskOutcome): void {
    if ('answer' in outcome) answerAll(group, (outcome.answer as { value: unknown[] }).value)
    else if (group.length === 1) group[0]!.reject(outcome.error)
    else for (const call of group.filter(({ signal }) => !signal?.aborted)) waitAlone(call)
  }

  function waitAlone(call: Call): void {
    call.isAlone = true
    queue.add(call)
  }

  /** Waits for a turn and then for the answer, unless the caller cancels. */
  async function wait<T>(request: Omit<Call, 'resolve' | 'reject'>): Promise<T> {
    const { signal } = request
    if (signal?.aborted) throw cancelled()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const call: Call = { ...request, resolve: resolve as Call['resolve'], reject }
    const leave = () => {
      queue.remove(call)
      reject(cancelled())
    }
    signal?.addEventListener('abort', leave, { once: true })
    queue.add(call)
    startNext()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    /** Runs a task in a thread. Its buffers are transferred. */
    run: <T>(task: Task, who: { owner: Owner; work: string }, buffers: Uint8Array[], signal?: AbortSignal) =>
      wait<ThreadAnswer<T>>({ ...who, task, buffers, signal }),
    /** Reads a page of a job, which is not transferred. */
    readJobPage: (page: JobPageTask, who: { owner: Owner; work: string }, signal?: AbortSignal) =>
      wait<ThreadAnswer<JobPage>>({ ...who, task: null, page, buffers: [], signal }),
    /** Starts a thread, so that the first page does not have to wait for one. */
    prepare(): void {
      prepared = startThread().catch(() => undefined)
    },
    close: () => pool.close(),
  }
}

/** Number of threads for background work: leaves one core to the event loop. */
const backgroundSlotsOf = (threads: number) => Math.max(1, Math.min(threads, availableParallelism() - 1))

function answerAll(group: readonly Call[], answers: readonly unknown[]): void {
  group.forEach(({ resolve }, index) => {
    resolve(answers[index])
  })
}

function explainError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return cancelled()
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error
}

const cancelled = () => new AppError('cancelled', 'The call was cancelled.')

const tooSlow = (ms: number) =>
  new AppError('extraction_failed', `The extraction was stopped after ${ms / 1000} s.`, {
    hint: 'The page is nested too deeply or a rule is too costly; raise `parse_timeout_ms` if it is only large.',
  })

const tooMuchMemory = () =>
  new AppError('extraction_failed', 'The extraction needed more memory than one page may take.', {
    hint: SEND_PART_OF_PAGE,
  })
