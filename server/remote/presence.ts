import type { z } from 'zod'
import { drainName, type WorkerRow, type WorkerWay } from '../operations/scraping/page-workers.ts'
import type { anyHello, Hello, HelloAnswer } from './protocol.ts'
import type { Shared } from './shared-settings.ts'

type AnyHello = z.output<typeof anyHello>

interface Known {
  hello: AnyHello | Hello
  seenAt: number
  pagesPerSecond: number
  refusal: string | null
}

/** How long a silent worker is still listed. */
const SHOWN_MS = 600_000
/** A worker that was seen within this many leases, or may have existed within them before the service started, is expected to return. */
const COMES_BACK_LEASES = 2.5
/** Minimum for short leases: the time that a worker needs to restart. */
const STARTS_MS = 10_000
/** A worker that is silent for half a lease has ended: live workers report ten times per lease. */
const ENDED_LEASES = 0.5
/** Leases in which three workers in turn can crash and their pages be handed to others. */
const REMEMBERED_LEASES = 5
/** Factor by which the pages handed to a pool may exceed what its workers read at a time, so that no worker waits for its next page. */
const AHEAD = 1.5
/** Most workers that are tracked at a time. */
const MOST = 1_000

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
  const workers = new Map<string, Known>()
  const startedAt = steady()

  const isSilent = ({ seenAt }: Known) => steady() - seenAt > leaseMs()
  const isDraining = ({ hello }: Known) => drained().includes(drainName(hello))
  const isLate = (since: number) => steady() - since > Math.max(STARTS_MS, leaseMs() * COMES_BACK_LEASES)
  const pagesOf = ({ hello }: Known, way: WorkerWay) => {
    if (!('pages' in hello)) return 0
    return way === 'http' ? hello.pages : hello.browser_pages
  }
  const hasEnded = ({ seenAt }: Known) => steady() - seenAt > leaseMs() * ENDED_LEASES
  const isReading = (known: Known) => known.refusal === null && !isSilent(known)

  function remember(hello: AnyHello | Hello, refusal: string | null): Known {
    const before = workers.get(hello.id)
    if (!before && workers.size >= MOST) forgetSilent(0)
    const known = {
      hello,
      seenAt: steady(),
      pagesPerSecond: before ? rateOf(before, hello) : 0,
      refusal,
    }
    workers.set(hello.id, known)
    return known
  }

  /** The average of the previous rate and the rate since the last hello. */
  function rateOf(before: Known, hello: AnyHello | Hello): number {
    const seconds = (steady() - before.seenAt) / 1_000
    if (!('completed' in hello && 'completed' in before.hello) || seconds <= 0) return before.pagesPerSecond
    const latest = Math.max(0, hello.completed - before.hello.completed) / seconds
    return (before.pagesPerSecond + latest) / 2
  }

  function forgetSilent(afterMs: number) {
    for (const [id, known] of workers)
      if (isSilent(known) && steady() - known.seenAt > afterMs) workers.delete(id)
  }

  const stateOf = (known: Known): WorkerRow['state'] => {
    if (known.refusal !== null) return 'refused'
    if (isSilent(known)) return 'silent'
    return isDraining(known) ? 'draining' : 'ready'
  }

  return {
    /** Records a worker that is refused. */
    refuse(hello: AnyHello, refused: string): HelloAnswer {
      remember(hello, refused)
      return { refused }
    },
    /** Records a worker, and returns its instructions. */
    welcome(hello: Hello, settings: Shared, isWanted: (taskId: string) => boolean): HelloAnswer {
      const known = remember(hello, null)
      return {
        lease_ms: leaseMs(),
        now: now(),
        is_draining: isDraining(known),
        unwanted: hello.running.filter(id => !isWanted(id)),
        ...(hello.settings !== settings.hash && { settings }),
      }
    },
    /** Returns how many pages each pool may have at a time, including those that wait for a worker. */
    roomOf(way: WorkerWay): Map<string, number> {
      const pools = new Map<string, number>()
      for (const known of workers.values()) {
        const { pool } = known.hello
        if (isDraining(known) || !isReading(known)) continue
        pools.set(pool, (pools.get(pool) ?? 0) + pagesOf(known, way) * AHEAD)
      }
      return pools
    },
    /** Whether a worker of a matching pool may soon have room for pages fetched in this way. */
    mayHaveRoom: (way: WorkerWay, isOf: (pool: string) => boolean): boolean =>
      !isLate(startedAt) ||
      [...workers.values()].some(
        known =>
          known.refusal === null &&
          !isLate(known.seenAt) &&
          isOf(known.hello.pool) &&
          pagesOf(known, way) > 0,
      ),
    /** Whether a worker of the pool may still answer. */
    isAlive: (pool: string) =>
      [...workers.values()].some(known => known.hello.pool === pool && isReading(known)),
    /** Number of workers that ended while they were reading a task, according to their last reports. */
    endedWith: (taskId: string): number =>
      [...workers.values()].filter(
        known => 'running' in known.hello && known.hello.running.includes(taskId) && hasEnded(known),
      ).length,
    list(): WorkerRow[] {
      forgetSilent(Math.max(SHOWN_MS, leaseMs() * REMEMBERED_LEASES))
      return [...workers.values()].map(known =>
        rowOf(known, stateOf(known), now() - (steady() - known.seenAt)),
      )
    },
  }
}

export type Presence = ReturnType<typeof createPresence>

function rowOf(
  { hello, pagesPerSecond, refusal }: Known,
  state: WorkerRow['state'],
  seenAt: number,
): WorkerRow {
  const { id, name, pool, version } = hello
  const reads =
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
    ...reads,
    pages_per_second: state === 'silent' ? 0 : Math.round(pagesPerSecond * 10) / 10,
    seen_at: Math.round(seenAt),
  }
}
