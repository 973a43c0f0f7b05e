import { availableParallelism, hostname, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../base/ids.ts'
import { once } from '../base/once.ts'
import { VERSION } from '../base/version.ts'
import { attemptHere } from '../operations/scraping/page-attempt.ts'
import type { PageCache } from '../operations/scraping/page-cache.ts'
import type { PageReading } from '../operations/scraping/page-ways.ts'
import type { OwnBrowser } from '../pages/browser/launch.ts'
import { hashOfSettings } from '../remote/presence.ts'
import { type Hello, helloAnswer, PROTOCOL, poolName } from '../remote/protocol.ts'
import { createTaskReader, type ReadTask } from '../remote/read-tasks.ts'
import { linkToService } from '../remote/worker-link.ts'
import { resolveSettings, type SettingLayers } from '../settings/resolve-settings.ts'
import type { SettingValues } from '../settings/settings.ts'
import { createExtraction } from '../workers/extraction.ts'
import { createPageSources } from './page-sources.ts'

/** How a worker is started. */
export interface WorkerOptions {
  flags: SettingLayers['flags']
  env: SettingLayers['env']
  /** Pages that it reads at a time over HTTP. */
  pages: number
  pool: string
  /** As the owner of the service sees it; its host by default. */
  name?: string | undefined
  browser?: OwnBrowser
  /** Called with sentences for whoever started it. */
  say(line: string): void
}

/** A running worker. */
export interface Worker {
  /** Takes nothing more, ends what it reads, and leaves. */
  stop(): Promise<void>
}

/** Fractions of the lease: how often a worker says that it lives. */
const HELLOS = 10
const MOST_HELLO_MS = 3_000
const LEAST_HELLO_MS = 100
const RETRY_MS = 1_000

/** Reads pages for a service on another machine: no store, no keys, no port. Throws where no broker is named, or a pool that cannot be one. */
export function startWorker({
  flags,
  env,
  pages,
  pool,
  name = hostname(),
  browser: own,
  say,
}: WorkerOptions): Worker {
  const checked = poolName.safeParse(pool)
  if (!checked.success) throw new Error(`The pool "${pool}" ${checked.error.issues[0]!.message}.`)
  const settings = resolveSettings({ flags, env, stored: {} })
  const values: SettingValues = { ...settings.values }
  if (values.nats_url === null) throw new Error('Name the broker: --nats-url nats://HOST:4222')
  const id = newId('wkr')
  const sources = createPageSources(values, { profiles: join(tmpdir(), `winnow-${id}`), browser: own })
  let lastError: string | null = null
  const report = (error: unknown) => {
    const text = (error as Error).message.slice(0, 500)
    if (text !== lastError) say(text)
    lastError = text
  }
  const extraction = createExtraction({
    threads: values.parse_workers,
    timeoutMs: () => values.parse_timeout_ms,
    report,
    maxAnswerMb: () => values.parse_max_answer_mb,
  })
  const link = linkToService(
    { url: values.nats_url, creds: values.nats_creds, ca: values.nats_ca },
    { name, pool, report },
  )
  const service = {
    leaseMs: 30_000,
    aheadMs: 0,
    settings: null as string | null,
    isDraining: true,
    refused: '',
  }
  const reader = createTaskReader({
    link,
    read: createRead({ ...sources, extraction, values, now: () => Date.now() + service.aheadMs }),
    leaseMs: () => service.leaseMs,
    settings: () => service.settings,
    refresh: sayHello,
    mayTake: () => !service.isDraining,
    report,
  })
  const browserPages = sources.browser.found() ? values.browser_pages : 0

  const said = (): Hello => ({
    protocol: PROTOCOL,
    id,
    name,
    version: VERSION,
    pool,
    pages,
    browser_pages: browserPages,
    running: reader.running(),
    completed: reader.completed(),
    load: Math.round((loadavg()[0]! / availableParallelism()) * 100) / 100,
    last_error: lastError,
    settings: service.settings,
  })

  async function sayHello(): Promise<void> {
    const answer = helloAnswer.parse(await link.hello(said()))
    if ('refused' in answer) return beRefused(answer.refused)
    if (service.refused || !service.settings) say(`Reading pages for the service, ${pages} at a time.`)
    if (answer.settings) Object.assign(values, answer.settings.values)
    Object.assign(service, {
      leaseMs: answer.lease_ms,
      aheadMs: answer.now - Date.now(),
      isDraining: answer.is_draining,
      refused: '',
      ...(answer.settings && { settings: hashOfSettings(answer.settings.values) }),
    })
    reader.drop(answer.unwanted)
  }

  function beRefused(why: string) {
    if (service.refused !== why) say(why)
    Object.assign(service, { refused: why, isDraining: true })
  }

  const helloEvery = () =>
    service.settings ? Math.max(LEAST_HELLO_MS, Math.min(MOST_HELLO_MS, service.leaseMs / HELLOS)) : RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const greet = async () => {
    if (link.isConnected()) await sayHello().catch(() => report(noAnswer()))
    if (!isStopped) timer = setTimeout(greet, link.isConnected() ? helloEvery() : LEAST_HELLO_MS)
  }
  void greet()
  reader.start('http', pages)
  reader.start('browser', browserPages)

  return {
    stop: once(async () => {
      await reader.stop(values.drain_seconds * 1_000)
      isStopped = true
      clearTimeout(timer)
      await link.stop()
      await Promise.all([extraction.close(), sources.fetcher.close(), sources.browser.close()])
    }),
  }
}

const noAnswer = () =>
  new Error('The service does not answer through the broker. It is asked again until it does.')

/** A worker keeps no pages. */
const noCache: PageCache = {
  find: async () => null,
  pack: async () => () => undefined,
  keep: () => undefined,
}

/** Reads a page as the service would for a job whose result nobody looks into. */
function createRead({
  values,
  ...services
}: Omit<PageReading['services'], 'settings' | 'pageCache'> & { values: SettingValues }): ReadTask {
  return ({ way, url, parser: hash, fetch, detail, trace, keeps_page }, schema, signal) =>
    attemptHere(
      {
        services: { ...services, settings: { values }, pageCache: noCache },
        parser: { id: hash, version: 0, schema, fetch },
        url,
        ...(detail && { detail }),
        context: {
          signal,
          caller: null,
          debug: trace,
          stage: () => undefined,
          ...(keeps_page && { keepPage: () => undefined, storesOnly: true }),
        },
      },
      way,
    )
}
