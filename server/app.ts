import { randomBytes } from 'node:crypto'
import { createIdempotency } from './accounts/idempotency.ts'
import { createKeys } from './accounts/keys.ts'
import { createWindows } from './accounts/windows.ts'
import { adminOperations } from './admin/index.ts'
import { createServices } from './app/create-services.ts'
import { type FolderOptions, openFolder } from './app/open-folder.ts'
import { createUpkeep } from './app/upkeep.ts'
import { pauseWork, startWork } from './app/work.ts'
import { removeLock, writeLock } from './base/lock-file.ts'
import { once } from './base/once.ts'
import { APP_FOLDER, createAppPages } from './http/app-pages.ts'
import { createCallsInFlight } from './http/in-flight.ts'
import { startHttp } from './http/listen.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { createHttpApp } from './http/server.ts'
import type { Faults } from './log/uncaught-errors.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import type { SessionServer } from './mcp/messages.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'
import { createRunner } from './operations/run-operation.ts'
import type { Services } from './operations/services.ts'
import type { OwnBrowser } from './pages/browser/launch.ts'
import type { DesktopNetwork } from './pages/desktop/desktop-network.ts'
import type { Settings } from './settings/resolve-settings.ts'
import { explainDamage } from './store/file/check-store.ts'
import { explainDisk } from './store/file/disk-errors.ts'

/** Options of a service. */
export interface AppOptions extends FolderOptions {
  /** The service runs for a single command only: it uses any free port of this machine, whatever the settings say. */
  brief?: boolean
  /** Starts the threads of extraction right after the service is ready, rather than with the first page. */
  eager?: boolean
  /** Additional operations. */
  more?: (services: Services) => Operation[]
  /** Folder of the built pages. */
  appFolder?: string
  /** A browser to use instead of the one that settings or the system name. */
  browser?: OwnBrowser
  /** The network stack of the desktop app. */
  network?: DesktopNetwork
  /** Serves MCP clients instead of the service's own tools. */
  toolServer?: SessionServer
}

type PowerEvent = 'suspend' | 'resume'

/** A running service. */
export interface App {
  address: string
  /** Authorises requests to `/admin`. */
  adminToken: string
  /** Returns an address that signs in one window, once, within 15 minutes. */
  invite(): string
  dataDir: string
  settings: Settings
  /** Returns warnings about the store and the settings for the owner. */
  warnings(): string[]
  /** Records uncaught errors: see uncaught-errors.ts. */
  faults: Faults
  /** Number of calls in flight. */
  running(): number
  /** Refuses calls that run something until it is called with false. Other calls continue. */
  pause(on: boolean): void
  paused(): boolean
  /** For the desktop app, which learns when the machine goes to sleep and wakes up. */
  power(event: PowerEvent): void
  /** Stops in order: refuse, drain, cancel, close. Further calls wait for the same stop. */
  stop(): Promise<void>
}

/**
 * Starts the service on a data folder: builds each part once, in order, and listens.
 * Throws FolderOwnedError if another process owns the folder, EADDRINUSE if the port is taken.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { brief = false, appFolder = APP_FOLDER, browser, network, toolServer, more } = options
  let address = ''

  const folder = await openFolder(options)
  const { dataDir, store, settings, log, now, report, faults } = folder
  const { values } = settings
  const inFlight = createCallsInFlight()
  const keys = createKeys(store, now, inFlight.endOf)
  const windows = createWindows({ store, now, ended: keys.endFace, report })
  const adminToken = randomBytes(32).toString('base64url')

  const services = await createServices(folder, () => address, { browser, network, brief, keys })
  const { jobs, crons, workflowRuns, extraction } = services
  const run = createRunner({ ...services, idempotency: createIdempotency(store, now), report })
  const upkeep = createUpkeep(folder, services)
  const warnings = () => [...store.health.warnings(), ...settings.warnings()]

  const data = [...operations(services), ...(more?.(services) ?? [])] as Operation[]
  const shared = {
    ...services,
    settings: values,
    run,
    keys,
    inFlight,
    windows,
    report,
  }
  const mcp = createMcpEndpoint({ ...shared, operations: data }, toolServer)
  const admin = adminOperations({
    ...services,
    keys,
    windows,
    inFlight,
    faults,
    dataDir,
    data,
    tools: mcp.tools,
    checkStore: upkeep.checkStore,
    recordCounter: upkeep.recordCounter,
    warnings,
  })
  const httpApp = createHttpApp({
    ...shared,
    operations: data,
    adminOperations: admin,
    rateLimit: createRateLimit(() => values.public_rate),
    adminToken,
    toolRoutes: mcpRoutes(mcp),
    appPages: createAppPages({ windows, folder: appFolder }),
    log: log.request,
  })

  const close = async () => {
    await Promise.all([
      extraction.close(),
      services.expressions.close(),
      services.fetcher.close(),
      services.browser.close(),
      services.pageWorkers.stop(),
      services.webhookSender.stop(),
      upkeep.close(),
    ])
    store.close()
    await log.close()
  }
  const http = await startHttp(httpApp, brief ? { host: '127.0.0.1', port: 0 } : values).catch(
    async error => {
      await close()
      throw error
    },
  )
  address = http.address
  const stopWithin = async (ms: number) => {
    const parts = [crons, inFlight, jobs, workflowRuns]
    await Promise.all([...parts.map(part => part.drain(ms)), upkeep.stop()])
    await mcp.close()
    await http.close()
    removeLock(dataDir)
    await close()
  }
  try {
    writeLock(dataDir, { pid: process.pid, address, token: adminToken, brief })
    await startWork(services, { run, operations: data, isPaused: brief })
    upkeep.start()
  } catch (error) {
    // Otherwise a service that does no work would keep its port and its folder.
    await stopWithin(0).catch(report)
    throw await explainDamage(explainDisk(error, dataDir), dataDir)
  }
  // Not earlier: starting threads take CPU time that the service needs to become ready.
  if (options.eager) setImmediate(() => extraction.prepare())
  log.info(`serving ${address}`)

  return {
    address,
    adminToken,
    invite: () => `${address}/app/?token=${windows.invite().token}`,
    dataDir,
    settings,
    warnings,
    faults,
    running: () => inFlight.count() + jobs.running() + workflowRuns.running(),
    pause(on) {
      inFlight.pause(on)
      pauseWork(services, on)
      log.info(on ? 'paused' : 'resumed')
    },
    paused: inFlight.paused,
    power(event) {
      log.info(event === 'suspend' ? 'the machine is going to sleep' : 'the machine woke up')
      if (event !== 'resume') return
      workflowRuns.wake()
      crons.wake()
    },
    stop: once(() => stopWithin(values.drain_seconds * 1000)),
  }
}
