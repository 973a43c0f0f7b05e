import type { AppError } from '../../base/errors.ts'
import type { Session, SessionState } from '../../pages/sessions/session.ts'
import type { FurtherPage } from '../../parsers/paging/further-page.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import type { SerializedResult } from '../../threads/tasks.ts'
import type { Context, KeptPage } from '../operation.ts'

/** How a page can be fetched. `desktop` uses the network stack of a browser, but runs no scripts. */
export const FETCH_MODES = ['http', 'desktop', 'browser'] as const
export type FetchMode = (typeof FETCH_MODES)[number]

/** How a worker can fetch a page. */
export type WorkerMode = Exclude<FetchMode, 'desktop'>

/** A page to fetch and read in the background. */
export interface PageWork {
  way: WorkerMode
  url: string
  parser: Pick<ParserRecord, 'id' | 'version' | 'schema' | 'fetch'>
  /** What to read from a page behind a link, and for which place in the data. */
  detail?: FurtherPage['detail']
  /** For a page that continues a list: how many items the list has so far. */
  from?: number
  /** robots.txt is respected. */
  robots: boolean
  trace: boolean
  /** The packed page itself is returned too. */
  keepsPage: boolean
  /** The data are not used if they are returned packed beside the page. */
  storesOnly: boolean
  /** The login to fetch it with. */
  session?: Session
  signal: AbortSignal
}

/** The outcome of a page: its result or an error. */
export interface PageRead {
  result?: SerializedResult
  error?: AppError
  /** The page to store with the job that it was read for. */
  forJob?: KeptPage
  /** The changes that the sites made to the login. */
  changes?: SessionState
}

/** A call of a prebuilt API in the background. */
interface ApiWork {
  apiId: string
  input: Record<string, unknown>
  /** The URL of the platform, and whether the guard allows a URL for these requests. */
  url: string
  allow(url: URL): boolean
  signal: AbortSignal
}

/** One request to a platform and as much of its answer as arrived, for bug reports. */
export interface UpstreamExchange {
  method: string
  path: string
  status: number | null
  text: string | null
}

/** The outcome of a call of a prebuilt API: its result or an error. */
export interface ApiCall {
  value?: unknown
  /** The value of `X-Notice`. */
  notice?: string | undefined
  sources: string[]
  /** The requests to the platform, in order. */
  exchanges: UpstreamExchange[]
  error?: AppError
}

/** Whether a call is background work: it runs for a job or a workflow run, so no client waits in an open request. */
export const isBackgroundWork = ({ stage, caller }: Pick<Context, 'stage' | 'caller'>) =>
  stage !== undefined || caller?.source === 'workflow'

export const WORKER_STATES = ['ready', 'draining', 'silent', 'refused'] as const

/** A worker, as the owner of the machine sees it. */
export interface WorkerRow {
  id: string
  name: string
  pool: string
  version: string
  state: (typeof WORKER_STATES)[number]
  /** Why the service refuses it. */
  refusal: string | null
  /** Maximum number of pages that it reads at the same time, over HTTP and in its browser; 0 without a browser. */
  pages: number
  browser_pages: number
  /** Number of pages that it is reading now. */
  running: number
  /** Number of pages read since it started. */
  completed: number
  pages_per_second: number
  /** Load of its processors: 1 means that all are busy. */
  load: number
  last_error: string | null
  /** Time of its last message, in milliseconds since 1970. */
  seen_at: number
}

/** The name of a worker in the setting that drains workers. Its id would not do, as it changes with each start. */
export const drainName = ({ pool, name }: Pick<WorkerRow, 'pool' | 'name'>): string => `${pool}/${name}`

/** The state of the broker connection; `off` if no setting names a broker. */
export const BROKER_STATES = ['off', 'connected', 'unreachable'] as const
type BrokerState = (typeof BROKER_STATES)[number]

/** Has workers on other machines do background work. */
export interface PageWorkers {
  /**
   * Has a worker fetch and read a page. Returns null if the service must read it itself: no worker is free, or none may have
   * it.
   */
  read(work: PageWork): Promise<PageRead | null>
  /** Has a worker call a prebuilt API. Returns null like `read`. */
  call(work: ApiWork): Promise<ApiCall | null>
  list(): WorkerRow[]
  broker(): BrokerState
  /** Number of pages that workers are reading or are about to get. */
  running(): number
  /** Number of pages that workers have read since the service started. */
  answered(): number
  stop(): Promise<void>
}

/** The implementation without workers: the service reads every page itself. */
export const noPageWorkers: PageWorkers = {
  read: async () => null,
  call: async () => null,
  list: () => [],
  broker: () => 'off',
  running: () => 0,
  answered: () => 0,
  stop: async () => undefined,
}
