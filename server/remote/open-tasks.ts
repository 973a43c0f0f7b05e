import { randomUUID } from 'node:crypto'
import type { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { WorkerMode } from '../operations/scraping/page-workers.ts'
import type { DonePart } from './protocol.ts'
import { workOf } from './subjects.ts'

/** The complete answer, null if none arrives, or the reason why the task was given up. */
type Outcome = Uint8Array | AppError | null

interface OpenTask {
  token: string
  way: WorkerMode
  pool: string
  /** Sequence number in the broker's stream, after the broker has stored the task. */
  sequence?: number
  /** Deadline by which the broker has to store the task. */
  keptBy: number
  parts: Uint8Array[]
  /** When the task counts as lost, unless a worker reports it before. */
  endsAt: number
  settle(outcome: Outcome): void
}

/** If the broker has not stored a task after this time, it has lost it or is unreachable. */
const STORE_TIMEOUT_MS = 3_000
/**
 * Leases after which an unreported task counts as lost: one until the broker hands it to another worker, and one until that
 * worker reports it.
 */
const LOST_AFTER_LEASES = 2.5

/** The tasks that workers have or are about to get. An answer to any other task, or a second answer, is ignored. */
export function createOpenTasks({
  leaseMs,
  steady,
  isAlive,
  forget,
}: {
  leaseMs(): number
  steady(): number
  /** Whether a worker of the pool may still answer. */
  isAlive(pool: string): boolean
  /** Removes a message that nobody waits for any more from the broker. */
  forget(sequence: number): void
}) {
  const tasks = new Map<string, OpenTask>()
  /** Number of tasks for each way and pool. */
  const counts = new Map<string, number>()
  let answered = 0

  const changeCount = ({ way, pool }: OpenTask, delta: number) => {
    const key = workOf(way, pool)
    counts.set(key, (counts.get(key) ?? 0) + delta)
  }
  const newDeadline = () => steady() + leaseMs() * LOST_AFTER_LEASES

  function close(id: string, outcome: Outcome): void {
    const task = tasks.get(id)
    if (!task) return
    tasks.delete(id)
    changeCount(task, -1)
    if (outcome instanceof Uint8Array) answered++
    else if (task.sequence !== undefined) forget(task.sequence)
    task.settle(outcome)
  }

  const isLost = ({ sequence, keptBy, endsAt, pool }: OpenTask, now: number) =>
    (sequence === undefined && keptBy < now) || endsAt < now || !isAlive(pool)

  return {
    /**
     * Opens a task. `answer` resolves with null if no answer arrives or the signal aborts, and rejects with the reason if
     * the task is given up.
     */
    open(way: WorkerMode, pool: string, signal: AbortSignal) {
      const id = newId('tsk')
      const token = randomUUID()
      const { promise: answer, resolve, reject } = Promise.withResolvers<Uint8Array | null>()
      const abort = () => close(id, null)
      const settle = (outcome: Outcome) => {
        signal.removeEventListener('abort', abort)
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      const task = {
        token,
        way,
        pool,
        keptBy: steady() + STORE_TIMEOUT_MS,
        parts: [],
        endsAt: newDeadline(),
        settle,
      }
      tasks.set(id, task)
      changeCount(task, 1)
      signal.addEventListener('abort', abort, { once: true })
      return { id, token, answer }
    },
    /** The broker has stored the task. */
    kept(id: string, sequence: number): void {
      const task = tasks.get(id)
      if (task) task.sequence = sequence
      else forget(sequence)
    },
    /** Gives up a task, with a reason. */
    giveUp: (id: string, reason: AppError): void => close(id, reason),
    /** Closes a task that cannot be handed out. */
    close: (id: string): void => close(id, null),
    isOpen: (id: string) => tasks.has(id),
    countOf: (way: WorkerMode, pool: string) => counts.get(workOf(way, pool)) ?? 0,
    size: () => tasks.size,
    answered: () => answered,
    /** Extends the deadlines of tasks that workers have reported as running. */
    named(ids: readonly string[]): void {
      for (const id of ids) {
        const task = tasks.get(id)
        if (task) task.endsAt = newDeadline()
      }
    },
    /** Receives a part of an answer. Drops it if the token is wrong or the task is closed. */
    receive({ task: id, token, part, parts }: DonePart, bytes: Uint8Array): void {
      const task = tasks.get(id)
      if (!task || task.token !== token || part >= parts) return
      task.parts[part] = bytes
      task.endsAt = newDeadline()
      if (Object.keys(task.parts).length === parts) close(id, joinParts(task.parts))
    },
    /** Closes tasks that the broker has not stored, that no worker has reported for a long time, or that no worker can answer any more. */
    closeLost(): void {
      const now = steady()
      for (const [id, task] of tasks) if (isLost(task, now)) close(id, null)
    },
    closeAll(): void {
      for (const id of tasks.keys()) close(id, null)
    },
  }
}

const joinParts = (parts: Uint8Array[]) => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))

export type OpenTasks = ReturnType<typeof createOpenTasks>
