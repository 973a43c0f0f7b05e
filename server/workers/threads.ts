import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '../base/errors.ts'
import { startDeadline } from '../pages/deadline.ts'
import { createFairQueue, type Owner } from './fair-queue.ts'
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

/** How a task in a thread ended. */
type Ended = { answer: unknown } | { error: unknown; ranOut: boolean }

/** Lies beside this file, as source and as compiled. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)
const HEAP_MB = 1_024
/** Left to itself a thread takes a hundred for what it soon forgets; reading is not slower with this. */
const YOUNG_MB = 16
/** Most pages of jobs that a thread gets at once: some milliseconds of work, so that it rarely waits for the event loop. */
const GROUP = 8
/** How long an account waits while another one has all threads, before a further thread reads for it. */
const SPARE_MS = 250

/**
 * A pool of threads with a hard deadline, for which callers take turns. A task that takes longer, or more memory than a
 * thread may have, ends its thread and rejects; nothing else notices. The deadline counts from the start of the work, not from
 * that of the wait, or of the thread. Pages of jobs of one caller that wait together go together: that spares most of the way there and back.
 */
export function createThreads(options: {
  threads: number
  timeoutMs: () => number
  report?: (error: unknown) => void
}) {
  const threads = Math.min(options.threads, availableParallelism() * 4)
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads + 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  // A thread that dies while it has nothing to do is no one's failure; without a listener it would end the process.
  pool.on('error', error => options.report?.(error))
  const queue = createFairQueue<Call>(threads)
  const slots = backgroundOf(threads)
  let busySlots = 0
  /** Tasks that threads have, or are to have as soon as they have started. */
  let running = 0
  let spareTimer: NodeJS.Timeout | undefined

  const mayStart = ({ page }: Call) => !page || busySlots < slots
  const isGroupable = ({ page, isAlone }: Call) => page !== undefined && !isAlone

  function startNext(): void {
    for (let call = queue.take(mayStart); call; call = queue.take(mayStart)) void start(call)
    if (!spareTimer && queue.isHeldByOne()) spareTimer = setTimeout(startSpare, SPARE_MS).unref()
  }

  function startSpare(): void {
    spareTimer = undefined
    const call = queue.takeSpare(mayStart)
    if (call) void start(call)
  }

  async function start(call: Call): Promise<void> {
    if (call.page) busySlots++
    const group = isGroupable(call) ? [call, ...queue.takeAlong(call, GROUP - 1, isGroupable)] : [call]
    const ended = await perform(call, group)
    if (call.page) busySlots--
    queue.end(call, group.length > 1 ? null : 'error' in ended && ended.ranOut)
    settle(group, ended)
    startNext()
  }

  /** The signal of a group is nobody's: others of it are still waited for. */
  function perform({ task, buffers, signal }: Call, group: Call[]): Promise<Ended> {
    return task
      ? post(task, buffers, signal)
      : post({ kind: 'job-pages', pages: group.map(({ page }) => page!) }, [], undefined)
  }

  /** A new thread first reads nothing: on a busy machine it takes seconds to start, which are nobody's. */
  const startThread = () => pool.run({ kind: 'job-pages', pages: [] } satisfies Task)

  async function post(task: Task, buffers: Uint8Array[], signal: AbortSignal | undefined): Promise<Ended> {
    running++
    try {
      if (running > pool.threads.length) await startThread()
      return await postNow(task, buffers, signal)
    } catch (error) {
      return { error, ranOut: false }
    } finally {
      running--
    }
  }

  async function postNow(task: Task, buffers: Uint8Array[], signal?: AbortSignal): Promise<Ended> {
    const deadline = startDeadline(options.timeoutMs(), signal)
    const transferList = [...new Set(buffers.map(bytes => bytes.buffer as ArrayBuffer))]
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
    if ('answer' in ended) answerAll(group, ended.answer)
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
    prepare: () => void startThread().catch(() => undefined),
    close: () => pool.destroy(),
  }
}

/** Threads for what nobody waits for: a core is left to the event loop. */
const backgroundOf = (threads: number) => Math.max(1, Math.min(threads, availableParallelism() - 1))

function answerAll(group: Call[], answer: unknown): void {
  const answers = group[0]!.task ? [answer] : (answer as { value: unknown[] }).value
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
