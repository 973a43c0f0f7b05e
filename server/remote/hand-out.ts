import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import { oncePerTurn } from '../base/once.ts'
import type { WorkerMode } from '../operations/scraping/page-workers.ts'
import type { Fetcher } from '../pages/fetch/fetch-page.ts'
import type { SettingValues } from '../settings/settings.ts'
import type { OpenTasks } from './open-tasks.ts'
import type { Presence } from './presence.ts'
import { MAX_BODY, type Task, type TaskHead } from './protocol.ts'
import type { ServiceLink } from './service-link.ts'
import type { HashedSettings } from './shared-settings.ts'

/** A task to hand out to a worker. */
interface TaskRequest {
  way: WorkerMode
  /** Only pools that may see secrets can do it. */
  isSecret: boolean
  /** The service itself cannot do it, so it waits for a worker. */
  isForWorkersAlone: boolean
  signal: AbortSignal
  /** The host whose fetch queue to join; absent if the worker limits its own requests. */
  line?: Omit<Parameters<Fetcher['enterLine']>[0], 'signal'>
  taskOf(head: TaskHead): Task
}

/** What handing out tasks needs. */
interface HandOutDependencies {
  settings: () => Readonly<SettingValues>
  fetcher: Pick<Fetcher, 'enterLine'>
  link: Pick<ServiceLink, 'isConnected' | 'publish'>
  tasks: OpenTasks
  presence: Presence
  sharedWith(pool: string): HashedSettings
}

/** Interval at which a waiting task looks for a pool with room. */
const POLL_MS = 100

/**
 * Creates the function that hands a task to the pool with the most room. It returns null if no pool has room or no answer
 * arrives. A task that only workers can do waits for room and is handed out again, as long as a worker with room may still
 * appear; then it fails with `no_browser`.
 */
export function createHandOut({ settings, fetcher, link, tasks, presence, sharedWith }: HandOutDependencies) {
  const rooms = oncePerTurn(() => ({ http: presence.roomOf('http'), browser: presence.roomOf('browser') }))
  const isEligible = (pool: string, isSecret: boolean) =>
    !isSecret || settings().nats_pool_secrets.includes(pool)

  /** Returns the eligible pool with the most room; null if none has room. */
  function findPool({ way, isSecret }: TaskRequest): string | null {
    if (!link.isConnected()) return null
    const candidates = [...rooms()[way]]
      .filter(([pool]) => isEligible(pool, isSecret))
      .map(([pool, room]) => ({ pool, room: room - tasks.countOf(way, pool) }))
      .filter(({ room }) => room >= 1)
      .sort((a, b) => b.room - a.room)
    return candidates[0]?.pool ?? null
  }

  async function handOutNow(request: TaskRequest): Promise<Uint8Array | null> {
    const { way, signal, taskOf } = request
    const pool = findPool(request)
    if (pool === null || signal.aborted) return null
    const { id, token, answer } = tasks.open(way, pool, signal)
    const task = taskOf({ id, token, settings: sharedWith(pool).hash, timeout_ms: settings().job_timeout_ms })
    const body = JSON.stringify(task)
    if (body.length <= MAX_BODY) link.publish(way, pool, id, body)
    else tasks.close(id)
    return answer
  }

  const mayFindRoom = ({ way, isSecret }: TaskRequest) =>
    presence.mayHaveRoom(way, pool => isEligible(pool, isSecret))

  async function handOutUntilAnswered(request: TaskRequest): Promise<Uint8Array | null> {
    const { signal } = request
    while (!signal.aborted && mayFindRoom(request)) {
      const answer = await handOutNow(request)
      if (answer) return answer
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    if (signal.aborted) return null
    throw noWorkerAnswers()
  }

  /** Hands out a task. HTTP fetches join the service's own queue for their host first. */
  return async (request: TaskRequest): Promise<Uint8Array | null> => {
    if (request.isForWorkersAlone) return handOutUntilAnswered(request)
    if (findPool(request) === null) return null
    if (!request.line) return handOutNow(request)
    const leave = await fetcher.enterLine({ ...request.line, signal: request.signal })
    return handOutNow(request).finally(leave)
  }
}

const noWorkerAnswers = () =>
  new AppError(
    'no_browser',
    'The page needs a browser: none is installed here, and no worker that has one answers.',
    {
      hint: 'See whether a worker is silent, or install Chrome or Chromium here or where a worker runs.',
      mayPass: true,
    },
  )
