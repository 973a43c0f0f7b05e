import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { AppError } from '../base/errors.ts'
import { isAlone } from '../base/own-buffer.ts'
import { createThreadPool } from '../base/thread-pool.ts'
import { type Deadline, startDeadline } from '../pages/deadline.ts'
import { createFairQueue, type Owner } from './fair-queue.ts'
import { createPageFeed, type PageFeed, pagesOf } from './page-feed.ts'
import type { JobPage, JobPageTask, Task, WorkerAnswer } from './tasks.ts'

/** What a caller asks for, until it has its answer. */
interface Call {
  owner: Owner
  work: string
  task: Task | null
  /** A page of a job, which may go to a thread together with others. */
  page?: JobPageTask
  /** It was in a group whose thread had to be ended. */
  isAlone?: boolean
  buffers: Uint8Array[]
  signal: AbortSignal | undefined
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** How a task gets to a thread: with what is moved there, and what learns its deadline. */
interface Way {
  transferList: (ArrayBuffer | MessagePort)[]
  signal: AbortSignal | undefined
  started?(deadline: Deadline): void
}

/** How a task in a thread ended. */
type Ended = { answer: unknown } | { error: unknown; ranOut: boolean }

/** Lies beside this file, as source and as compiled. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)
const HEAP_MB = 1_024
/** Left to itself a thread takes a hundred for what it soon forgets; reading is not slower with this. */
const YOUNG_MB = 16
/** Most pages of jobs that a thread gets at once: a millisecond or two of work, so that it rarely waits for the event loop. */
const GROUP = 4
/** How long an account waits while another one has all threads, before a further thread reads for it. */
const SPARE_MS = 250

/**
 * A pool of threads with a hard deadline, for which callers take turns. A task that takes longer, or more memory than a
 * thread may have, ends its thread and rejects; nothing else notices. The deadline counts from the start of the work, not from
 * that of the wait, or of the thread. Pages of jobs of one caller that wait together go together: that spares most of the way
 * there and back.
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
  const slots = backgroundOf(threads)
  let busySlots = 0
  /** Of the pages that threads read, by the call that each began with. */
  const feeds = new Map<Call, PageFeed<Call>>()
  /** Tasks that threads have, or are to have as soon as they have started. */
  let running = 0
  let spareTimer: NodeJS.Timeout | undefined
  /** The start of the first thread, for which the first tasks wait: the pool would start others for them. */
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

  /** Tells whether it ran to its deadline. */
  async function perform(call: Call, task: Task): Promise<boolean> {
    const { buffers, signal, resolve, reject } = call
    const transferList = [...new Set(buffers.filter(isAlone).map(bytes => bytes.buffer as ArrayBuffer))]
    const ended = await post(task, { transferList, signal })
    if ('answer' in ended) resolve(ended.answer)
    else reject(ended.error)
    return 'error' in ended && ended.ranOut
  }

  /** The same, of a page; null where others went along, since a deadline is none of theirs. */
  async function performPages(call: Call): Promise<boolean | null> {
    const first = [call, ...along(call, GROUP - 1)]
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
    const ended = await post(task, { transferList: [feed.port], signal: undefined, started })
    feeds.delete(call)
    const [group, ...others] = feed.end()
    for (const other of others.flat()) queue.add(other)
    settle(group!, ended)
    return first.length > 1 || group !== first ? null : 'error' in ended && ended.ranOut
  }

  const along = (call: Call, most: number) =>
    isGroupable(call) ? queue.takeAlong(call, most, isGroupable) : []

  /** Whoever else waits gets the thread next, as they would without this. */
  function feedMore(call: Call, feed: PageFeed<Call>): void {
    if (!feed.hasRoom() || !queue.hasOnly(call, isGroupable)) return
    const group = along(call, GROUP)
    if (group.length) feed.add(group)
  }

  /** A new thread first reads nothing: on a busy machine it takes seconds to start, which are nobody's. */
  const startThread = () => pool.run({ kind: 'job-pages', pages: [] } satisfies Task)

  async function post(task: Task, way: Way): Promise<Ended> {
    running++
    try {
      await prepared
      if (running > pool.size()) await startThread()
      return await postNow(task, way)
    } catch (error) {
      return { error, ranOut: false }
    } finally {
      running--
    }
  }

  async function postNow(task: Task, { transferList, signal, started }: Way): Promise<Ended> {
    const deadline = startDeadline(options.timeoutMs(), signal)
    started?.(deadline)
    try {
      return { answer: await pool.run(task, { transferList, signal: deadline.signal }) }
    } catch (error) {
      const ranOut = deadline.signal.aborted && !signal?.aborted
      return { error: ranOut ? tooSlow(options.timeoutMs()) : explained(error, signal), ranOut }
    } finally {
      deadline.end()
    }
  }

  /** The page that ended its thread is found by reading each of its group alone. */
  function settle(group: Call[], ended: Ended): void {
    if ('answer' in ended) answerAll(group, (ended.answer as { value: unknown[] }).value)
    else if (group.length === 1) group[0]!.reject(ended.error)
    else for (const call of group.filter(({ signal }) => !signal?.aborted)) waitAlone(call)
  }

  function waitAlone(call: Call): void {
    call.isAlone = true
    queue.add(call)
  }

  /** Waits for a turn and then for the answer, but not for a caller that has gone. */
  async function wait<T>(asked: Omit<Call, 'resolve' | 'reject'>): Promise<T> {
    const { signal } = asked
    if (signal?.aborted) throw cancelled()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const call: Call = { ...asked, resolve: resolve as Call['resolve'], reject }
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
    /** The answer of a thread to a task; its buffers are transferred. */
    run: <T>(task: Task, who: { owner: Owner; work: string }, buffers: Uint8Array[], signal?: AbortSignal) =>
      wait<WorkerAnswer<T>>({ ...who, task, buffers, signal }),
    /** The same for a page of a job, which stays the caller's. */
    readJobPage: (page: JobPageTask, who: { owner: Owner; work: string }, signal?: AbortSignal) =>
      wait<WorkerAnswer<JobPage>>({ ...who, task: null, page, buffers: [], signal }),
    /** Starts a thread, so that the first page need not wait for that. */
    prepare(): void {
      prepared = startThread().catch(() => undefined)
    },
    close: () => pool.close(),
  }
}

/** Threads for what nobody waits for: a core is left to the event loop. */
const backgroundOf = (threads: number) => Math.max(1, Math.min(threads, availableParallelism() - 1))

function answerAll(group: readonly Call[], answers: readonly unknown[]): void {
  group.forEach(({ resolve }, index) => {
    resolve(answers[index])
  })
}

function explained(error: unknown, signal: AbortSignal | undefined): unknown {
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
    hint: 'Save the part of the page that holds the data and send that.',
  })
