import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import { onceATurn } from '../base/once.ts'
import type { WorkerWay } from '../operations/scraping/page-workers.ts'
import type { Fetcher } from '../pages/fetch-page.ts'
import type { SettingValues } from '../settings/settings.ts'
import type { OpenTasks } from './open-tasks.ts'
import type { Presence } from './presence.ts'
import { MAX_BODY, type Task, type TaskHead } from './protocol.ts'
import type { ServiceLink } from './service-link.ts'
import type { Shared } from './shared-settings.ts'

/** A task to hand out to a worker. */
interface Wanted {
  way: WorkerWay
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
interface HandOutParts {
  settings: () => Readonly<SettingValues>
  fetcher: Pick<Fetcher, 'enterLine'>
  link: Pick<ServiceLink, 'isConnected' | 'publish'>
  tasks: OpenTasks
  presence: Presence
  sharedWith(pool: string): Shared
}

/** Interval at which a waiting task looks for a pool with room. */
const LOOK_MS = 100

/**
 * Creates the function that hands a task to the pool with the most room. It returns null if no pool has room or no answer
 * arrives. A task that only workers can do waits for room and is handed out again, as long as a worker with room may still
 * appear; then it fails with `no_browser`.
 */
export function createHandOut({ settings, fetcher, link, tasks, presence, sharedWith }: HandOutParts) {
  const rooms = onceATurn(() => ({ http: presence.roomOf('http'), browser: presence.roomOf('browser') }))
  const mayHave = (pool: string, isSecret: boolean) =>
    !isSecret || settings().nats_pool_secrets.includes(pool)

  /** Returns the eligible pool with the most room; null if none has room. */
  function roomiest({ way, isSecret }: Wanted): string | null {
    if (!link.isConnected()) return null
    const free = [...rooms()[way]]
      .filter(([pool]) => mayHave(pool, isSecret))
      .map(([pool, room]) => ({ pool, room: room - tasks.countOf(way, pool) }))
      .filter(({ room }) => room >= 1)
      .sort((a, b) => b.room - a.room)
    return free[0]?.pool ?? null
  }

  async function handOutNow(wanted: Wanted): Promise<Uint8Array | null> {
    const { way, signal, taskOf } = wanted
    const pool = roomiest(wanted)
    if (pool === null || signal.aborted) return null
    const { id, token, answer } = tasks.open(way, pool, signal)
    const task = taskOf({ id, token, settings: sharedWith(pool).hash, timeout_ms: settings().job_timeout_ms })
    const body = JSON.stringify(task)
    if (body.length <= MAX_BODY) link.publish(way, pool, id, body)
    else tasks.close(id)
    return answer
  }

  const mayCome = ({ way, isSecret }: Wanted) => presence.mayHaveRoom(way, pool => mayHave(pool, isSecret))

  async function handOutAgain(wanted: Wanted): Promise<Uint8Array | null> {
    const { signal } = wanted
    while (!signal.aborted && mayCome(wanted)) {
      const answer = await handOutNow(wanted)
      if (answer) return answer
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    if (signal.aborted) return null
    throw noneAnswers()
  }

  /** Hands out a task. HTTP fetches join the service's own queue for their host first. */
  return async (wanted: Wanted): Promise<Uint8Array | null> => {
    if (wanted.isForWorkersAlone) return handOutAgain(wanted)
    if (roomiest(wanted) === null) return null
    if (!wanted.line) return handOutNow(wanted)
    const leave = await fetcher.enterLine({ ...wanted.line, signal: wanted.signal })
    return handOutNow(wanted).finally(leave)
  }
}

const noneAnswers = () =>
  new AppError(
    'no_browser',
    'The page needs a browser: none is installed here, and no worker that has one answers.',
    {
      hint: 'See whether a worker is silent, or install Chrome or Chromium here or where a worker runs.',
      mayPass: true,
    },
  )
