import type { z } from 'zod'
import { drainName, type WorkerMode, type WorkerRow } from '../operations/scraping/page-workers.ts'
import type { anyHello, Hello, HelloAnswer } from './protocol.ts'
import type { HashedSettings } from './shared-settings.ts'

type AnyHello = z.output<typeof anyHello>

interface KnownWorker {
  hello: AnyHello | Hello
  seenAt: number
  pagesPerSecond: number
  refusal: string | null
}

/** How long a silent worker is still listed. */
const LISTED_MS = 600_000
/** A worker that was seen within this many leases, or may have existed within them before the service started, is expected to return. */
const RETURN_LEASES = 2.5
/** Minimum for short leases: the time that a worker needs to restart. */
const MIN_RESTART_MS = 10_000
/** A worker that is silent for half a lease has ended: live workers report ten times per lease. */
const ENDED_LEASES = 0.5
/** Leases in which three workers in turn can crash and their pages be handed to others. */
const REMEMBERED_LEASES = 5
/** Factor by which the pages handed to a pool may exceed what its workers read at a time, so that no worker waits for its next page. */
const READ_AHEAD_FACTOR = 1.5
/** Most workers that are tracked at a time. */
const MAX_WORKERS = 1_000

/** The available workers. `now` is the time that workers are told, `steady` a monotonic clock. */
export function createPresence({
  leaseMs,
  drained,
  now,
  steady,
}: {
  leaseMs: () => number
  /** Names of workers that get no new pages. */
  drained(): readonly string[]
  now(): number
  steady(): number
}) {
  const workers = new Map<string, KnownWorker>()
  const startedAt = steady()

  const isSilent = ({ hello, seenAt }: KnownWorker) => hasLeft(hello) || steady() - seenAt > leaseMs()
  const isDraining = ({ hello }: KnownWorker) => isStopping(hello) || drained().includes(drainName(hello))
  const isLate = (since: number) => steady() - since > Math.max(MIN_RESTART_MS, leaseMs() * RETURN_LEASES)
  const pagesOf = ({ hello }: KnownWorker, way: WorkerMode) => {
    if (!('pages' in hello)) return 0
    return way === 'http' ? hello.pages : hello.browser_pages
  }
  const hasEnded = ({ seenAt }: KnownWorker) => steady() - seenAt > leaseMs() * ENDED_LEASES
  const isReading = (worker: KnownWorker) => worker.refusal === null && !isSilent(worker)

  function remember(hello: AnyHello | Hello, refusal: string | null): KnownWorker {
    const previous = workers.get(hello.id)
    if (!previous && workers.size >= MAX_WORKERS) forgetSilent(0)
    const worker = {
      hello,
      seenAt: steady(),
      pagesPerSecond: previous ? rateOf(previous, hello) : 0,
      refusal,
    }
    workers.set(hello.id, worker)
    return worker
  }

  /** The average of the previous rate and the rate since the last hello. */
  function rateOf(previous: KnownWorker, hello: AnyHello | Hello): number {
    const seconds = (steady() - previous.seenAt) / 1_000
    if (!('completed' in hello && 'completed' in previous.hello) || seconds <= 0)
      return previous.pagesPerSecond
    const latest = Math.max(0, hello.completed - previous.hello.completed) / seconds
    return (previous.pagesPerSecond + latest) / 2
  }

  function forgetSilent(afterMs: number) {
    for (const [id, worker] of workers)
      if (isSilent(worker) && steady() - worker.seenAt > afterMs) workers.delete(id)
  }

  const stateOf = (worker: KnownWorker): WorkerRow['state'] => {
    if (worker.refusal !== null) return 'refused'
    if (isSilent(worker)) return 'silent'
    return isDraining(worker) ? 'draining' : 'ready'
  }

  return {
    /** Records a worker that is refused. */
    refuse(hello: AnyHello, refused: string): HelloAnswer {
      remember(hello, refused)
      return { refused }
    },
    /** Records a worker, and returns its instructions. */
    welcome(hello: Hello, settings: HashedSettings, isWanted: (taskId: string) => boolean): HelloAnswer {
      const worker = remember(hello, null)
      return {
        lease_ms: leaseMs(),
        now: now(),
        is_draining: isDraining(worker),
        unwanted: hello.running.filter(id => !isWanted(id)),
        ...(hello.settings !== settings.hash && { settings }),
      }
    },
    /** Returns how many pages each pool may have at a time, including those that wait for a worker. */
    roomOf(way: WorkerMode): Map<string, number> {
      const pools = new Map<string, number>()
      for (const worker of workers.values()) {
        const { pool } = worker.hello
        if (isDraining(worker) || !isReading(worker)) continue
        pools.set(pool, (pools.get(pool) ?? 0) + pagesOf(worker, way) * READ_AHEAD_FACTOR)
      }
      return pools
    },
    /** Whether a worker of a matching pool may soon have room for pages fetched in this way. */
    mayHaveRoom: (way: WorkerMode, matchesPool: (pool: string) => boolean): boolean =>
      !isLate(startedAt) ||
      [...workers.values()].some(
        worker =>
          worker.refusal === null &&
          !isLate(worker.seenAt) &&
          matchesPool(worker.hello.pool) &&
          pagesOf(worker, way) > 0,
      ),
    /** Whether a worker of the pool may still answer. */
    isAlive: (pool: string) =>
      [...workers.values()].some(worker => worker.hello.pool === pool && isReading(worker)),
    /** Number of workers that ended while they were reading a task, according to their last reports. */
    endedWith: (taskId: string): number =>
      [...workers.values()].filter(
        worker => 'running' in worker.hello && worker.hello.running.includes(taskId) && hasEnded(worker),
      ).length,
    list(): WorkerRow[] {
      forgetSilent(Math.max(LISTED_MS, leaseMs() * REMEMBERED_LEASES))
      return [...workers.values()].map(worker =>
        rowOf(worker, stateOf(worker), now() - (steady() - worker.seenAt)),
      )
    },
  }
}

const isStopping = (hello: AnyHello | Hello) => 'is_stopping' in hello && hello.is_stopping === true
/** Whether a worker was stopped, and nothing keeps it any more. */
const hasLeft = (hello: AnyHello | Hello) => isStopping(hello) && 'running' in hello && !hello.running.length

export type Presence = ReturnType<typeof createPresence>

function rowOf(
  { hello, pagesPerSecond, refusal }: KnownWorker,
  state: WorkerRow['state'],
  seenAt: number,
): WorkerRow {
  const { id, name, pool, version } = hello
  const activity =
    'pages' in hello
      ? {
          pages: hello.pages,
          browser_pages: hello.browser_pages,
          running: state === 'silent' ? 0 : hello.running.length,
          completed: hello.completed,
          load: hello.load,
          last_error: hello.last_error,
        }
      : { pages: 0, browser_pages: 0, running: 0, completed: 0, load: 0, last_error: null }
  return {
    id,
    name,
    pool,
    version,
    state,
    refusal,
    ...activity,
    pages_per_second: state === 'silent' ? 0 : Math.round(pagesPerSecond * 10) / 10,
    seen_at: Math.round(seenAt),
  }
}
