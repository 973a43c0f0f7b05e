import type { Caller } from '../accounts/caller.ts'
import type { Credits } from '../accounts/credits.ts'
import type { Pairings } from '../accounts/pairings.ts'
import type { Results } from '../accounts/results.ts'
import type { Slots } from '../accounts/slots.ts'
import type { AccountUpdates } from '../accounts/updates.ts'
import type { Scheduler } from '../crons/scheduler.ts'
import type { RowWriter } from '../databases/write-rows.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Browser } from '../pages/browser/browser.ts'
import type { ClientIdentities } from '../pages/client-identity.ts'
import type { CookieJar } from '../pages/cookie-jar.ts'
import type { Fetcher } from '../pages/fetch/fetch-page.ts'
import type { ProxyRotation } from '../pages/proxies/proxy-rotation.ts'
import type { Platform, Prebuilt } from '../prebuilt/define-prebuilt.ts'
import type { SourceMemory } from '../prebuilt/upstream.ts'
import type { OwnSessions } from '../sessions/sessions.ts'
import type { Settings } from '../settings/resolve-settings.ts'
import type { Store } from '../store/open-store.ts'
import type { Extraction } from '../threads/extraction.ts'
import type { Sender } from '../webhooks/sender.ts'
import type { RunEngine } from '../workflows/engine/run-engine.ts'
import type { Expressions } from '../workflows/expressions/expressions.ts'
import type { Operation } from './operation.ts'
import type { SentPages } from './pages/sent-pages.ts'
import type { PageCache } from './scraping/page-cache.ts'
import type { PageDictionaries } from './scraping/page-dictionaries.ts'
import type { PageWorkers } from './scraping/page-workers.ts'

/** The services that operations use. `app.ts` creates each once. */
export interface Services {
  store: Store
  settings: Settings
  credits: Credits
  slots: Slots
  /** Issues keys to browser extensions. */
  pairings: Pairings
  /** Pages that people sent from their browsers. */
  sentPages: SentPages
  /** The base URL of the service: `http://127.0.0.1:8787`. */
  address(): string
  results: Results
  /** Publishes which records of an account have changed. */
  updates: AccountUpdates
  fetcher: Fetcher
  browser: Browser
  /** Which proxies of a list are resting. */
  proxyTurns: ProxyRotation
  /** The browser identities with which requests are sent. */
  identities: ClientIdentities
  /** The user agent for fetching pages: the setting, or else that of the installed browser. */
  userAgent(): string
  pageCache: PageCache
  pageDictionaries: PageDictionaries
  /** Has workers on other machines read the pages of background work. */
  pageWorkers: PageWorkers
  /** Logins to sites. */
  sessions: OwnSessions
  /** The cookies that a platform has set. */
  cookiesOf(platform: Platform): CookieJar
  /** The recent outcomes of the sources of a prebuilt API, by API id. */
  sourcesOf(apiId: string): SourceMemory
  extraction: Extraction
  /** Expressions in workflows. */
  expressions: Expressions
  rowWriter: RowWriter
  webhookSender: Sender
  jobs: JobQueue
  crons: Scheduler<Caller>
  /** The engine of running workflow runs. */
  workflowRuns: RunEngine
  prebuilts: readonly Prebuilt[]
  version: string
  now(): number
  /** Saves payloads that no reader understood, for a bug report. */
  keepChanged(platform: string, payloads: unknown): Promise<void>
  docs: Docs
}

/** Documentation that is generated from operations. */
export interface Docs {
  markdown(operation: Operation): string
  /** The parser language on one page. */
  parserLanguage(): Promise<string>
  /** The OpenAPI document. */
  openApi(operations: readonly Operation[]): Promise<Record<string, unknown>>
}
