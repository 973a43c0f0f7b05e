import { randomUUID } from 'node:crypto'
import type { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { WorkerWay } from '../operations/scraping/page-workers.ts'
import type { DonePart } from './protocol.ts'
import { workOf } from './subjects.ts'

/** The whole answer, null where none comes, or why nobody is to read it any more. */
type Outcome = Uint8Array | AppError | null

interface OpenTask {
  token: string
  way: WorkerWay
  pool: string
  /** Where the broker keeps it, once it does. */
  sequence?: number
  /** Until when the broker has to have taken it. */
  keptBy: number
  parts: Uint8Array[]
  /** When it counts as lost, unless a worker names it before. */
  endsAt: number
  settle(outcome: Outcome): void
}

/** A broker that has not taken a page by then has lost it, or is away. */
const KEPT_MS = 3_000
/** Leases that pass without a word of a task: one until the broker gives it to another worker, one for that to say so. */
const LEASES = 2.5

/** The pages that workers have or are to get. An answer to anything else, or a second one, changes nothing. */
export function createOpenTasks({
  leaseMs,
  steady,
  isAlive,
  forget,
}: {
  leaseMs(): number
  steady(): number
  /** Whether anyone is there who may still answer what a pool was given. */
  isAlive(pool: string): boolean
  /** Removes from the broker what nobody waits for any more. */
  forget(sequence: number): void
}) {
  const tasks = new Map<string, OpenTask>()
  /** How many there are of each way and pool. */
  const counts = new Map<string, number>()
  let answered = 0

  const count = ({ way, pool }: OpenTask, by: number) => {
    const key = workOf(way, pool)
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  const later = () => steady() + leaseMs() * LEASES

  function close(id: string, outcome: Outcome): void {
    const task = tasks.get(id)
    if (!task) return
    tasks.delete(id)
    count(task, -1)
    if (outcome instanceof Uint8Array) answered++
    else if (task.sequence !== undefined) forget(task.sequence)
    task.settle(outcome)
  }

  const isLost = ({ sequence, keptBy, endsAt, pool }: OpenTask, now: number) =>
    (sequence === undefined && keptBy < now) || endsAt < now || !isAlive(pool)

  return {
    /** A new task; `answer` is null where none comes, or the signal aborts, and rejects with what it was given up for. */
    open(way: WorkerWay, pool: string, signal: AbortSignal) {
      const id = newId('tsk')
      const token = randomUUID()
      const { promise: answer, resolve, reject } = Promise.withResolvers<Uint8Array | null>()
      const abort = () => close(id, null)
      const settle = (outcome: Outcome) => {
        signal.removeEventListener('abort', abort)
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      const task = { token, way, pool, keptBy: steady() + KEPT_MS, parts: [], endsAt: later(), settle }
      tasks.set(id, task)
      count(task, 1)
      signal.addEventListener('abort', abort, { once: true })
      return { id, token, answer }
    },
    /** The broker keeps it. */
    kept(id: string, sequence: number): void {
      const task = tasks.get(id)
      if (task) task.sequence = sequence
      else forget(sequence)
    },
    /** Nobody is to read it any more. */
    giveUp: (id: string, why: AppError): void => close(id, why),
    /** It cannot be handed out. */
    close: (id: string): void => close(id, null),
    isOpen: (id: string) => tasks.has(id),
    countOf: (way: WorkerWay, pool: string) => counts.get(workOf(way, pool)) ?? 0,
    size: () => tasks.size,
    answered: () => answered,
    /** Workers have named these: they are read. */
    named(ids: readonly string[]): void {
      for (const id of ids) {
        const task = tasks.get(id)
        if (task) task.endsAt = later()
      }
    },
    /** A part of an answer; one with another token, or of a task that is over, is dropped. */
    receive({ task: id, token, part, parts }: DonePart, bytes: Uint8Array): void {
      const task = tasks.get(id)
      if (!task || task.token !== token || part >= parts) return
      task.parts[part] = bytes
      task.endsAt = later()
      if (Object.keys(task.parts).length === parts) close(id, joined(task.parts))
    },
    /** Gives up what the broker has not taken, no worker has named for long, or none can answer any more. */
    closeLost(): void {
      const now = steady()
      for (const [id, task] of tasks) if (isLost(task, now)) close(id, null)
    },
    closeAll(): void {
      for (const id of tasks.keys()) close(id, null)
    },
  }
}

const joined = (parts: Uint8Array[]) => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))

export type OpenTasks = ReturnType<typeof createOpenTasks>
