import { availableParallelism, hostname, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { groupDigits } from '../base/counted.ts'
import { newId } from '../base/ids.ts'
import { once } from '../base/once.ts'
import { VERSION } from '../base/version.ts'
import type { OwnBrowser } from '../pages/browser/launch.ts'
import { createHeartbeat } from '../remote/heartbeat.ts'
import type { ReadTask } from '../remote/perform-task.ts'
import { MAX_NAME, MAX_PAGES, PROTOCOL } from '../remote/protocol.ts'
import { createTaskReader } from '../remote/read-tasks.ts'
import { linkToService } from '../remote/worker-link.ts'
import { poolName } from '../settings/pool-entries.ts'
import { resolveSettings, type SettingLayers } from '../settings/resolve-settings.ts'
import type { SettingValues } from '../settings/settings.ts'
import { createExtraction } from '../threads/extraction.ts'
import { createPageSources } from './page-sources.ts'
import { createCallTask, createReadTask } from './worker-tasks.ts'

/** Options of a worker. */
export interface WorkerOptions {
  flags: SettingLayers['flags']
  env: SettingLayers['env']
  /** Maximum number of pages that it reads over HTTP at a time. */
  pages: number
  pool: string
  /** The name shown to the owner of the service; the host name by default. */
  name?: string | undefined
  browser?: OwnBrowser
  /** Wraps the function that reads pages. */
  reading?(own: ReadTask): ReadTask
  /** Called with messages for the person who started it. */
  say(line: string): void
}

/** A running worker. */
export interface Worker {
  /** Takes no more tasks, finishes the current ones, and disconnects. */
  stop(): Promise<void>
}

/**
 * Starts a worker, which reads pages for a service on another machine, without a store, keys or a port. Throws if no broker is
 * set, if it would read no pages, or if its name or pool is not valid.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { pages, pool, name = hostname(), browser: ownBrowser, reading = identity, say } = options
  const values = valuesOf(options)
  const id = newId('wkr')
  const sources = createPageSources(values, { profiles: join(tmpdir(), `winnow-${id}`), browser: ownBrowser })
  const browserPages = sources.browser.found() ? values.browser_pages : 0
  const reporter = createReporter(say)
  const { report } = reporter
  const extraction = createExtraction({
    threads: values.parse_workers,
    timeoutMs: () => values.parse_timeout_ms,
    report,
    maxAnswerMb: () => values.parse_max_answer_mb,
  })
  const address = { url: values.nats_url!, creds: values.nats_creds, ca: values.nats_ca }
  const link = linkToService(address, { name, pool, report })
  const parts = { ...sources, extraction, values, now: () => Date.now() + instructions.aheadMs }
  const reader = createTaskReader({
    link,
    read: reading(createReadTask(parts)),
    call: createCallTask(parts),
    instructions: () => instructions,
    refresh: () => heartbeat.beat(),
    report,
  })
  const heartbeat = createHeartbeat({
    link,
    status: () => ({
      protocol: PROTOCOL,
      id,
      name,
      version: VERSION,
      pool,
      pages,
      browser_pages: browserPages,
      running: reader.running(),
      again: reader.again(),
      completed: reader.completed(),
      load: Math.round((loadavg()[0]! / availableParallelism()) * 100) / 100,
      last_error: reporter.last(),
      ...(reader.isStopping() && { is_stopping: true }),
    }),
    applySettings: settings => Object.assign(values, settings),
    cancel: reader.cancel,
    say,
    report,
  })
  const { instructions } = heartbeat
  heartbeat.start()
  reader.start('http', pages)
  reader.start('browser', browserPages)

  return {
    stop: once(async () => {
      const readerStopped = reader.stop(values.drain_seconds * 1_000)
      heartbeat.announce()
      await readerStopped
      await heartbeat.stop()
      await link.stop()
      await Promise.all([extraction.close(), sources.fetcher.close(), sources.browser.close()])
    }),
  }
}

const identity = (readTask: ReadTask) => readTask

function valuesOf({ flags, env, pool, pages, name, say }: WorkerOptions): SettingValues {
  if (pages < 1) throw new Error('A worker reads 1 page at a time or more: --pages 16')
  if (pages > MAX_PAGES)
    throw new Error(`A worker reads ${groupDigits(MAX_PAGES)} pages at a time at most: --pages 16`)
  if (name?.trim() === '') throw new Error('A worker needs a name, or none is given: leave out --name.')
  if (name !== undefined && name.length > MAX_NAME)
    throw new Error(`The name of a worker has ${MAX_NAME} characters at most: --name`)
  const parsedPool = poolName.safeParse(pool)
  if (!parsedPool.success) throw new Error(`The pool "${pool}" ${parsedPool.error.issues[0]!.message}.`)
  const settings = resolveSettings({ flags, env, stored: {} })
  for (const warning of settings.warnings()) say(`Warning: ${warning}`)
  const values = { ...settings.values }
  if (values.nats_url === null) throw new Error('Name the broker: --nats-url nats://HOST:4222')
  return values
}

/** Most errors that are remembered, and for how long after their last occurrence. */
const REMEMBERED_ERRORS = { max: 100, ttl: 600_000 }

/** Reports an error once while it recurs, even if others occur in turn with it. */
function createReporter(say: (line: string) => void) {
  const recent = new LRUCache<string, true>(REMEMBERED_ERRORS)
  let lastMessage: string | null = null
  return {
    last: () => lastMessage,
    report(error: unknown) {
      const text = (error as Error).message.slice(0, 500)
      if (!recent.has(text)) say(text)
      recent.set(text, true)
      lastMessage = text
    },
  }
}
