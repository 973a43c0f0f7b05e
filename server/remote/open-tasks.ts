import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { newId } from '../base/ids.ts'
import type { Way } from '../operations/scraping/page-workers.ts'
import { type donePart, workOf } from './protocol.ts'

interface OpenTask {
  token: string
  way: Way
  pool: string
  /** Where the broker keeps it, once it does. */
  sequence?: number
  parts: Uint8Array[]
  /** When it counts as lost, unless a worker names it before. */
  endsAt: number
  /** With the whole answer, or null where none comes. */
  settle(answer: Uint8Array | null): void
}

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

  const count = ({ way, pool }: OpenTask, by: number) => {
    const key = workOf(way, pool)
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  const later = () => steady() + leaseMs() * LEASES

  function close(id: string, answer: Uint8Array | null): void {
    const task = tasks.get(id)
    if (!task) return
    tasks.delete(id)
    count(task, -1)
    if (answer === null && task.sequence !== undefined) forget(task.sequence)
    task.settle(answer)
  }

  return {
    /** A new task; `answer` is null where none comes, or the signal aborts. */
    open(way: Way, pool: string, signal: AbortSignal) {
      const id = newId('tsk')
      const token = randomBytes(18).toString('base64url')
      const { promise: answer, resolve } = Promise.withResolvers<Uint8Array | null>()
      const abort = () => close(id, null)
      const settle = (message: Uint8Array | null) => {
        signal.removeEventListener('abort', abort)
        resolve(message)
      }
      const task: OpenTask = { token, way, pool, parts: [], endsAt: later(), settle }
      tasks.set(id, task)
      count(task, 1)
      signal.addEventListener('abort', abort, { once: true })
      return {
        id,
        token,
        answer,
        /** The broker keeps it. */
        kept(sequence: number) {
          task.sequence = sequence
          if (!tasks.has(id)) forget(sequence)
        },
        close: abort,
      }
    },
    isOpen: (id: string) => tasks.has(id),
    countOf: (way: Way, pool: string) => counts.get(workOf(way, pool)) ?? 0,
    size: () => tasks.size,
    /** Workers have named these: they are read. */
    named(ids: readonly string[]): void {
      for (const id of ids) {
        const task = tasks.get(id)
        if (task) task.endsAt = later()
      }
    },
    /** A part of an answer; one with another token, or of a task that is over, is dropped. */
    receive({ task: id, token, part, parts }: z.output<typeof donePart>, bytes: Uint8Array): void {
      const task = tasks.get(id)
      if (!task || task.token !== token || part >= parts) return
      task.parts[part] = bytes
      task.endsAt = later()
      if (Object.keys(task.parts).length === parts) close(id, Buffer.concat(task.parts))
    },
    /** Gives up what no worker has named for long, or can answer any more. */
    closeLost(): void {
      for (const [id, { endsAt, pool }] of tasks) if (endsAt < steady() || !isAlive(pool)) close(id, null)
    },
    closeAll(): void {
      for (const id of tasks.keys()) close(id, null)
    },
  }
}

export type OpenTasks = ReturnType<typeof createOpenTasks>
