import { AppError } from '../base/errors.ts'
import type { WorkerWay } from '../operations/scraping/page-workers.ts'
import type { Instructions } from './heartbeat.ts'
import { type CallTask, createPerformer, encodeError, type ReadTask } from './perform-task.ts'
import { anyTask, MAX_MESSAGE, MAX_PARTS, type Task } from './protocol.ts'
import { type Delivery, pause, type WorkerLink } from './worker-link.ts'

/** So often an answer is offered to a broker that cannot take it, a quarter of a second apart. */
const OFFERS = 80

/** What reading tasks stands on. */
export interface ReaderParts {
  link: WorkerLink
  read: ReadTask
  call: CallTask
  /** How the service wants it. */
  instructions(): Readonly<Instructions>
  /** Reports to the service what is running, and gets the settings as they are now. */
  refresh(): Promise<void>
  report(error: unknown): void
}

/** Takes pages from the broker, so many at a time of each kind, and answers each. */
export function createTaskReader(parts: ReaderParts) {
  const { link, instructions, report } = parts
  const performTask = createPerformer(parts)
  const running = new Map<string, { controller: AbortController; isAgain: boolean }>()
  const loops: Promise<void>[] = []
  const stopped = new AbortController()
  let completed = 0
  let lastFault: unknown

  /** One place: a page after the other. */
  async function loop(way: WorkerWay) {
    while (!stopped.signal.aborted) {
      if (!instructions().isDraining && link.isConnected()) await takeNext(way).catch(later)
      else await pause()
    }
  }

  async function later(error: unknown) {
    if (!stopped.signal.aborted && link.isConnected()) report(error)
    await pause()
  }

  async function takeNext(way: WorkerWay) {
    const delivery = await link.next(way)
    if (!delivery) return
    // What has come is read, also by a worker that is drained: to give it back would count as a death of its reader.
    if (stopped.signal.aborted) delivery.giveBack()
    else await perform(delivery)
  }

  async function perform(delivery: Delivery) {
    const task = taskIn(delivery)
    if (!task) return delivery.settle()
    const controller = new AbortController()
    const isAgain = delivery.count > 1
    running.set(task.id, { controller, isAgain })
    const beat = setInterval(delivery.working, instructions().leaseMs / 3)
    try {
      if (isAgain && !(await isAnnounced())) return delivery.giveBack()
      if (!controller.signal.aborted) await answer(task, controller.signal)
      if (stopped.signal.aborted && controller.signal.aborted) delivery.giveBack()
      else delivery.settle()
      completed++
    } finally {
      clearInterval(beat)
      running.delete(task.id)
    }
  }

  /**
   * What was handed out before may be what ended its readers. The service hears of this one before it reads, and may not
   * want it any more.
   */
  async function isAnnounced(): Promise<boolean> {
    try {
      await parts.refresh()
      return true
    } catch (error) {
      await later(error)
      return false
    }
  }

  /** Null for what this worker cannot make out; the service refuses workers that speak another protocol. */
  function taskIn({ data }: Delivery): Task | null {
    try {
      return anyTask.parse(JSON.parse(Buffer.from(data).toString()))
    } catch (error) {
      report(error)
      return null
    }
  }

  async function answer(task: Task, dropped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([dropped, AbortSignal.timeout(task.timeout_ms)])
    const read = await performSafely(task, signal)
    const answer = read.length > MAX_PARTS * MAX_MESSAGE ? encodeError(task, tooLarge()) : read
    if (!dropped.aborted) await offer(task, answer, dropped)
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
   * A broker that is full or away may take the answer later; until then nobody else gets the page. After that the service
   * reads it by itself: at once where it can be told, or else when nobody has named the page for long.
   */
  async function offer(task: Task, answer: Uint8Array, signal: AbortSignal) {
    for (let left = OFFERS; left && !signal.aborted; left--)
      try {
        return await link.answer(task, answer)
      } catch (error) {
        lastFault = error
        await pause()
      }
    if (signal.aborted) return
    report(lastFault)
    await link.answer(task, encodeError(task, notTaken())).catch(report)
  }

  return {
    /** Begins with so many places more of a kind. */
    start(way: WorkerWay, places: number) {
      for (let place = 0; place < places; place++) loops.push(loop(way))
    },
    running: () => [...running.keys()],
    /** Those of them that were handed out before. */
    again: () => [...running].filter(([, { isAgain }]) => isAgain).map(([id]) => id),
    completed: () => completed,
    /** Cancels what nobody waits for. */
    cancel(ids: readonly string[]) {
      for (const id of ids) running.get(id)?.controller.abort()
    },
    /** Takes nothing more, waits for what is being read, and after `ms` gives it back. */
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

const notTaken = () => new AppError('unavailable_service', 'The broker did not take the answer.')

const tooLarge = () =>
  new AppError('page_too_large', 'The page and what was read of it are too large to be sent by a worker.', {
    hint: 'Read less of the page, or read it without workers.',
  })
