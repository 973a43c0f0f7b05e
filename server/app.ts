import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Caller } from './accounts/caller.ts'
import { createCredits } from './accounts/credits.ts'
import { createIdempotency } from './accounts/idempotency.ts'
import { createKeys } from './accounts/keys.ts'
import { createResults } from './accounts/results.ts'
import { createSlots } from './accounts/slots.ts'
import { createWindows, type Windows } from './accounts/windows.ts'
import { adminOperations } from './admin/index.ts'
import { removeLock, writeLock } from './base/lock-file.ts'
import { once, oncePerKey } from './base/once.ts'
import { VERSION } from './base/version.ts'
import { createWallClock } from './base/wall-clock.ts'
import { createClockKeeper } from './clock-keeper.ts'
import { createScheduler } from './crons/scheduler.ts'
import { createRunFinisher } from './databases/run-finisher.ts'
import { createRowWriter } from './databases/write-rows.ts'
import { markdownOf } from './docs/markdown.ts'
import { openApiOf } from './docs/openapi.ts'
import { APP_FOLDER, createAppPages } from './http/app-pages.ts'
import { createInFlight } from './http/in-flight.ts'
import { startHttp } from './http/listen.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { createHttpApp } from './http/server.ts'
import { createJobEvents } from './jobs/job-events.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createFaults, type Faults } from './log/last-resort.ts'
import { openLog } from './log/log.ts'
import { startSweeping } from './maintenance.ts'
import { createMcpEndpoint, type SessionServer } from './mcp/endpoint.ts'
import { mcpRoutes } from './mcp/routes.ts'
import type { CallRequest } from './operations/call.ts'
import { createCronStarter } from './operations/crons/starter.ts'
import { operations } from './operations/index.ts'
import { createAttempt } from './operations/jobs/attempt.ts'
import { callableOf, type Operation } from './operations/operation.ts'
import { createPlatformCookies } from './operations/prebuilt/cookies.ts'
import { createSourceMemory } from './operations/prebuilt/source-memory.ts'
import { createRunner } from './operations/run-operation.ts'
import { createPageCache } from './operations/scraping/page-cache.ts'
import type { Services } from './operations/services.ts'
import { storedCaller } from './operations/stored-caller.ts'
import { createNodeContext } from './operations/workflows/context.ts'
import { createBrowser } from './pages/browser/create-browser.ts'
import type { OwnBrowser } from './pages/browser/launch.ts'
import { createFetcher } from './pages/fetch-page.ts'
import { createGuard } from './pages/guard.ts'
import { prebuilts } from './prebuilt/index.ts'
import { resolveSettings, type SettingLayers, type Settings } from './settings/resolve-settings.ts'
import type { Vault } from './settings/sealed.ts'
import { createChangedPayloads } from './store/changed-payloads.ts'
import { explainDamage } from './store/file/check-store.ts'
import { type DiskError, explainDisk, lostFolder } from './store/file/disk-errors.ts'
import { isRefusal } from './store/file/health.ts'
import { databaseFile } from './store/file/open-database.ts'
import { emptyTempFolder } from './store/file/temp-folder.ts'
import { type StoreWatch, watchStore } from './store/file/watch-store.ts'
import { openStore } from './store/open-store.ts'
import { tellOfLowCredits } from './webhooks/low-credits.ts'
import { createPoster } from './webhooks/post.ts'
import { createSender } from './webhooks/sender.ts'
import { createExtraction } from './workers/extraction.ts'
import { createRunEngine } from './workflows/engine/run-engine.ts'
import { createExpressions } from './workflows/expressions/create-expressions.ts'

/** How a service is started. */
export interface AppOptions {
  flags: SettingLayers['flags']
  env: SettingLayers['env']
  /** Lives for one command only: takes a free port of this machine, whatever the settings say. */
  brief?: boolean
  /** Starts beside itself what would start with the first page of a job. */
  eager?: boolean
  /** Seals the secret settings, and opens those that are sealed. */
  vault?: Vault
  /** Further operations, served like all others. */
  more?: (services: Services) => Operation[]
  /** Folder of the built pages. */
  appFolder?: string
  /** A browser to use in place of what settings and system name. */
  browser?: OwnBrowser
  /** Speaks to tool clients in place of the service's own tools. */
  toolServer?: SessionServer
  /** Told once or more often when the data folder is gone, as with a drive that was taken away: nothing can be kept then. */
  onFolderLost?: (error: DiskError) => void
  /** Those of an earlier service of this process: who was signed in there stays so. */
  windows?: Windows
}

export type PowerEvent = 'suspend' | 'resume'

/** A running service. */
export interface App {
  address: string
  /** Opens `/admin`. */
  adminToken: string
  /** The address that signs a window in: once, within 15 minutes. */
  invite(): string
  dataDir: string
  settings: Settings
  /** What its owner should know of store and settings. */
  warnings(): string[]
  windows: Windows
  /** For what nothing else caught: see last-resort.ts. */
  faults: Faults
  /** Calls under way. */
  running(): number
  /** Refuses calls that run something until it is taken back; the rest goes on. */
  pause(on: boolean): void
  paused(): boolean
  /** Told by a shell that knows when the machine goes to sleep and wakes up. */
  power(event: PowerEvent): void
  /** Ends in order: refuse, drain, cancel, close. Called again, it waits for the same end. */
  stop(): Promise<void>
}

/**
 * Starts the service over a data folder: builds each part once, in order, and listens.
 * Throws FolderOwnedError where another process owns the folder, EADDRINUSE where the port is taken.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { flags, env, brief = false, vault, more, appFolder = APP_FOLDER, browser: own, toolServer } = options
  const clock = createWallClock()
  const { now } = clock
  const dataDir = resolveSettings({ flags, env, stored: {} }).values.data_dir
  const store = await openOrExplain(dataDir, vault)
  const settings = resolveSettings({ flags, env, stored: store.settings.all() })
  const { values } = settings
  const log = openLog(dataDir, values.log_level)
  const report = (error: unknown, requestId?: string) => {
    store.health.note(error)
    // That nothing is written into a damaged store was told once.
    if (!isRefusal(error)) log.error(error, requestId)
    void lostFolder(error, databaseFile(dataDir)).then(lost => lost && options.onFolderLost?.(lost))
  }
  const faults = createFaults(log.fault, now)
  await emptyTempFolder(dataDir).catch(report)
  await store.settings.sealSecrets()
  await store.sums.catchUp()
  // What that wrote goes into the file while nobody waits.
  store.checkpoint()
  await store.idempotency.dropRunning()
  await store.jobQueue.takeBack(Number.MAX_SAFE_INTEGER, now())
  await store.write(() => store.rowDigests.endBrokenOff(now()))
  await store.accounts.ensure('default', values.birth_credits, now())

  const keys = createKeys(store, now)
  const { windows = createWindows(now) } = options
  const credits = createCredits(
    store,
    now,
    tellOfLowCredits({ events: store.events, limit: () => values.credits_low, now, report }),
  )
  const slots = createSlots()
  const idempotency = createIdempotency(store, now)
  const results = createResults(store, now)
  const inFlight = createInFlight()
  const guard = createGuard(() => values.allow_hosts)
  const fetcher = createFetcher({
    settings: () => ({
      userAgent: values.user_agent,
      timeoutMs: values.fetch_timeout_ms,
      maxBytes: values.fetch_max_bytes,
      maxRedirects: values.fetch_max_redirects,
      retries: values.retries,
      hostConcurrency: values.host_concurrency,
      hostSpacingMs: values.host_spacing_ms,
      proxy: () => values.proxy,
    }),
    guard,
  })
  const browser = createBrowser({
    settings: () => ({
      path: values.browser,
      pages: values.browser_pages,
      timeoutMs: values.fetch_timeout_ms,
      maxBytes: values.fetch_max_bytes,
      proxy: () => values.proxy,
    }),
    guard,
    profiles: join(dataDir, 'profiles'),
    ...(own && { own }),
  })
  const extraction = createExtraction({
    threads: values.parse_workers,
    timeoutMs: () => values.parse_timeout_ms,
    report,
    maxAnswerMb: () => values.parse_max_answer_mb,
  })
  if (options.eager) extraction.prepare()
  const expressions = createExpressions({ timeoutMs: () => values.expression_timeout_ms, report })
  const webhookSender = createSender({ store, poster: createPoster(guard), version: VERSION, clock, report })

  const rowWriter = createRowWriter({ store, now })
  const runFinisher = createRunFinisher({ store, rowWriter, clock, report })

  const pageCache = createPageCache({
    store: store.cachedPages,
    megabytes: () => values.cache_max_mb,
    now,
    report,
  })
  const keepChanged = createChangedPayloads(dataDir, () => values.keep_changed_payloads, now)

  const jobs = createJobQueue({
    store,
    events: createJobEvents(),
    attempt: (row, signal) => attempt(row, signal),
    async slotsOf(id) {
      const account = (await store.accounts.find(id))!
      await credits.balance({ account })
      return account.limits.job_concurrency
    },
    settle: credits.jobsEnded,
    leaseMs: () => values.job_timeout_ms,
    clock,
    report,
  })

  const crons = createScheduler<Caller>({
    store,
    starter: { start: (...order) => starter.start(...order), stop: (...of) => starter.stop(...of) },
    clock,
    report,
  })

  const workflowRuns = createRunEngine({
    store,
    expressions,
    events: jobs.events,
    operations: () => callable,
    contextOf: (...work) => contextOf(...work),
    async callerOf(row) {
      const caller = await storedCaller({ store }, { ...row, source: 'workflow' })
      return { ...caller, key: (await store.keys.find(row.key_id)) ?? caller.key }
    },
    retryMs: () => values.job_retry_ms,
    maxItems: () => values.run_max_items,
    clock,
    report,
  })

  const clockKeeper = createClockKeeper({
    store,
    clock,
    moved() {
      jobs.wakeAll()
      workflowRuns.wake()
      webhookSender.wake()
    },
    report,
  })

  let address = ''
  let watch: StoreWatch | undefined
  const warnings = () => [...store.health.warnings(), ...settings.warnings()]
  const services: Services = {
    store,
    settings,
    credits,
    slots,
    results,
    fetcher,
    browser,
    pageCache,
    cookiesOf: createPlatformCookies(now),
    sourcesOf: createSourceMemory(now),
    extraction,
    expressions,
    rowWriter,
    webhookSender,
    jobs,
    crons,
    workflowRuns,
    prebuilts,
    version: VERSION,
    now,
    keepChanged: (platform, payloads) => keepChanged(platform, payloads).catch(report),
    docs: {
      markdown: operation => markdownOf(operation, address),
      openApi: () => openApi(address),
    },
  }
  const openApi = oncePerKey(at => openApiOf(data, { version: VERSION, address: at }))
  const data = [...operations(services), ...(more?.(services) ?? [])] as Operation[]
  const admin: Operation[] = adminOperations({
    ...services,
    keys,
    windows,
    inFlight,
    faults,
    dataDir,
    data,
    all: () => [...data, ...admin],
    address: () => address,
    tools: () => mcp.tools(),
    checkStore: () => watch!.check(),
    warnings,
  })
  const inside = { services, run: (request: CallRequest) => run(request), operation: named(data) }
  const attempt = createAttempt(inside)
  const starter = createCronStarter(inside)
  const callable = callableOf(data)
  const contextOf = createNodeContext({ ...inside, operations: callable })
  const adminToken = randomBytes(32).toString('base64url')
  const run = createRunner({ store, slots, credits, idempotency, now, report })
  const rateLimit = createRateLimit(() => values.public_rate)
  const mcp = createMcpEndpoint(
    {
      ...services,
      settings: values,
      operations: data,
      run,
      keys,
      inFlight,
      address: () => address,
      report,
    },
    toolServer,
  )
  const httpApp = createHttpApp({
    operations: data,
    adminOperations: admin,
    run,
    keys,
    rateLimit,
    settings: values,
    adminToken,
    windows,
    toolRoutes: mcpRoutes(mcp),
    appPages: createAppPages({ windows, folder: appFolder }),
    inFlight,
    log: log.request,
    report,
    now,
  })
  const close = async () => {
    await Promise.all([
      extraction.close(),
      expressions.close(),
      fetcher.close(),
      browser.close(),
      webhookSender.stop(),
      runFinisher.stop(),
    ])
    store.close()
    await log.close()
  }

  const place = brief ? { host: '127.0.0.1', port: 0 } : values
  const http = await startHttp(httpApp, place).catch(async error => {
    await close()
    throw error
  })
  address = http.address
  try {
    writeLock(dataDir, { pid: process.pid, address, token: adminToken, brief })
  } catch (error) {
    await http.close()
    await close()
    throw explainDisk(error, dataDir)
  }
  if (brief) {
    jobs.pause(true)
    workflowRuns.pause(true)
  } else await jobs.start()
  await workflowRuns.start()
  if (!brief) await crons.start()
  watch = watchStore({
    store,
    dataDir,
    log,
    onDamage() {
      jobs.pause(true)
      crons.pause(true)
      workflowRuns.pause(true)
    },
  })
  webhookSender.start()
  runFinisher.start()
  clockKeeper.start()
  const stopSweeping = startSweeping(store, settings, dataDir, now, report)
  log.info(`serving ${address}`)

  return {
    address,
    adminToken,
    invite: () => `${address}/app/?token=${windows.invite().token}`,
    dataDir,
    settings,
    warnings,
    windows,
    faults,
    running: () => inFlight.count() + jobs.running() + workflowRuns.running(),
    pause(on) {
      inFlight.pause(on)
      jobs.pause(on)
      crons.pause(on)
      workflowRuns.pause(on)
      log.info(on ? 'paused' : 'goes on')
    },
    paused: inFlight.paused,
    power(event) {
      log.info(event === 'suspend' ? 'the machine goes to sleep' : 'the machine woke up')
      if (event !== 'resume') return
      workflowRuns.wake()
      crons.wake()
    },
    stop: once(async () => {
      const ms = values.drain_seconds * 1000
      await crons.stop()
      await Promise.all([
        inFlight.drain(ms),
        jobs.drain(ms),
        workflowRuns.drain(ms),
        stopSweeping(),
        watch?.stop(),
      ])
      await mcp.close()
      await http.close()
      await clockKeeper.stop()
      removeLock(dataDir)
      await close()
    }),
  }
}

async function openOrExplain(dataDir: string, vault: Vault | undefined) {
  try {
    return openStore(dataDir, vault)
  } catch (error) {
    throw await explainDamage(error, dataDir)
  }
}

const named = (list: readonly Operation[]) => (id: string) => list.find(operation => operation.id === id)!
