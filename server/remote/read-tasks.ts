import { AppError } from '../base/errors.ts'
import type { WorkerMode } from '../operations/scraping/page-workers.ts'
import type { Instructions } from './heartbeat.ts'
import { type CallTask, createPerformer, encodeError, type ReadTask } from './perform-task.ts'
import { anyTask, MAX_MESSAGE, MAX_PARTS, type Task } from './protocol.ts'
import { type Delivery, pause, type WorkerLink } from './worker-link.ts'

/** Attempts to send an answer that the broker does not accept, a quarter of a second apart. */
const MAX_SEND_ATTEMPTS = 80

/** What reading tasks needs. */
interface TaskReaderDependencies {
  link: WorkerLink
  read: ReadTask
  call: CallTask
  /** The current instructions of the service. */
  instructions(): Readonly<Instructions>
  /** Reports the running tasks to the service, and gets the current settings. */
  refresh(): Promise<void>
  report(error: unknown): void
}

/** Takes a limited number of tasks of each kind from the broker at a time, and answers each. */
export function createTaskReader(parts: TaskReaderDependencies) {
  const { link, instructions, report } = parts
  const performTask = createPerformer(parts)
  const running = new Map<string, { controller: AbortController; isAgain: boolean }>()
  const loops: Promise<void>[] = []
  const stopped = new AbortController()
  let completed = 0
  let lastSendError: unknown

  /** Performs one task after another; each loop fills one slot. */
  async function loop(way: WorkerMode) {
    while (!stopped.signal.aborted) {
      if (!instructions().isDraining && link.isConnected()) await takeNext(way).catch(pauseAfterError)
      else await pause()
    }
  }

  async function pauseAfterError(error: unknown) {
    if (!stopped.signal.aborted && link.isConnected()) report(error)
    await pause()
  }

  async function takeNext(way: WorkerMode) {
    const delivery = await link.next(way)
    if (!delivery) return
    // A task that has arrived is performed even if the worker is draining: giving it back would count as a crash of its
    // reader.
    if (stopped.signal.aborted) delivery.giveBack()
    else await perform(delivery)
  }

  async function perform(delivery: Delivery) {
    const task = taskIn(delivery)
    if (!task) return delivery.settle()
    const controller = new AbortController()
    const isAgain = delivery.count > 1
    running.set(task.id, { controller, isAgain })
    const progressTimer = setInterval(delivery.working, instructions().leaseMs / 3)
    try {
      if (isAgain && !(await isAnnounced())) return delivery.giveBack()
      if (!controller.signal.aborted) await answer(task, controller.signal)
      if (stopped.signal.aborted && controller.signal.aborted) delivery.giveBack()
      else delivery.settle()
      completed++
    } finally {
      clearInterval(progressTimer)
      running.delete(task.id)
    }
  }

  /**
   * A task that was handed out before may have crashed its previous readers. The service is told about it before it is
   * read, and may not want it any more.
   */
  async function isAnnounced(): Promise<boolean> {
    try {
      await parts.refresh()
      return true
    } catch (error) {
      await pauseAfterError(error)
      return false
    }
  }

  /** Parses a task. Returns null for an invalid one; the service refuses workers with another protocol version. */
  function taskIn({ data }: Delivery): Task | null {
    try {
      return anyTask.parse(JSON.parse(Buffer.from(data).toString()))
    } catch (error) {
      report(error)
      return null
    }
  }

  async function answer(task: Task, cancelled: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(task.timeout_ms)])
    const encoded = await performSafely(task, signal)
    const answer = encoded.length > MAX_PARTS * MAX_MESSAGE ? encodeError(task, tooLarge()) : encoded
    if (!cancelled.aborted) await sendAnswer(task, answer, cancelled)
  }

  async function performSafely(task: Task, signal: AbortSignal): Promise<Uint8Array> {
    try {
      if (task.settings !== instructions().settings) await parts.refresh()
      return await performTask(task, signal)
    } catch (error) {
      report(error)
      return encodeError(task, AppError.from(error))
    }
  }

  /**
   * Sends an answer. A broker that is full or unreachable may accept it later; until then no other worker gets the page.
   * After the last attempt the service reads the page itself: immediately if it receives the error, otherwise when no
   * worker has reported the page for a long time.
   */
  async function sendAnswer(task: Task, answer: Uint8Array, signal: AbortSignal) {
    for (let attemptsLeft = MAX_SEND_ATTEMPTS; attemptsLeft && !signal.aborted; attemptsLeft--)
      try {
        return await link.answer(task, answer)
      } catch (error) {
        lastSendError = error
        await pause()
      }
    if (signal.aborted) return
    report(lastSendError)
    await link.answer(task, encodeError(task, answerNotTaken())).catch(report)
  }

  return {
    /** Starts more slots for a kind of task. */
    start(way: WorkerMode, slots: number) {
      for (let slot = 0; slot < slots; slot++) loops.push(loop(way))
    },
    isStopping: () => stopped.signal.aborted,
    running: () => [...running.keys()],
    /** The running tasks that were handed out before. */
    again: () => [...running].filter(([, { isAgain }]) => isAgain).map(([id]) => id),
    completed: () => completed,
    /** Cancels tasks that nobody waits for. */
    cancel(ids: readonly string[]) {
      for (const id of ids) running.get(id)?.controller.abort()
    },
    /** Takes no more tasks, waits for the running ones, and after `ms` gives them back. */
    async stop(ms: number) {
      stopped.abort()
      const deadline = setTimeout(() => {
        for (const { controller } of running.values()) controller.abort()
      }, ms)
      while (running.size) await new Promise(resolve => setTimeout(resolve, 50))
      clearTimeout(deadline)
    },
  }
}

const answerNotTaken = () => new AppError('unavailable_service', 'The broker did not take the answer.')

const tooLarge = () =>
  new AppError('page_too_large', 'The page and what was read of it are too large to be sent by a worker.', {
    hint: 'Read less of the page, or read it without workers.',
  })
