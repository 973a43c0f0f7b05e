import type { AppError } from '../../base/errors.ts'
import type { Session, SessionState } from '../../pages/sessions/session.ts'
import type { WantedPage } from '../../parsers/paging/further-page.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import type { WrittenResult } from '../../threads/tasks.ts'
import type { Context, KeptPage } from '../operation.ts'

/** How a page can be fetched. The desktop app lies between both: the network stack of a browser, without its scripts. */
export const WAYS = ['http', 'desktop', 'browser'] as const
export type Way = (typeof WAYS)[number]

/** How a worker can have a page. */
export type WorkerWay = Exclude<Way, 'desktop'>

/** A page of background work. */
export interface PageWork {
  way: WorkerWay
  url: string
  parser: Pick<ParserRecord, 'id' | 'version' | 'schema' | 'fetch'>
  /** What is read of a page behind a link, and for which place in the data. */
  detail?: WantedPage['detail']
  /** robots.txt counts. */
  robots: boolean
  trace: boolean
  /** The page itself is wanted, packed. */
  keepsPage: boolean
  /** Nobody looks at the data, where they are packed beside the page. */
  storesOnly: boolean
  /** The login that it is fetched with. */
  session?: Session
  signal: AbortSignal
}

/** What came of a page: what was read there, or the error that came instead. */
export interface PageRead {
  result?: WrittenResult
  error?: AppError
  /** The page for the job that it was read for. */
  forJob?: KeptPage
  /** What the sites have changed of the login that it was fetched with. */
  changes?: SessionState
}

/** A call of a prebuilt API, as background work. */
interface ApiWork {
  apiId: string
  input: Record<string, unknown>
  /** The address of the platform, and whether the guard lets an address through for these requests. */
  url: string
  allow(url: URL): boolean
  signal: AbortSignal
}

/** One request to a platform and its answer, as far as it came: what a bug report needs. */
export interface UpstreamExchange {
  method: string
  path: string
  status: number | null
  text: string | null
}

/** What came of a call of a prebuilt API: its result, or the error that came instead. */
export interface ApiCall {
  value?: unknown
  /** A word for `X-Notice`. */
  notice?: string | undefined
  sources: string[]
  /** What was asked, in order. */
  exchanges: UpstreamExchange[]
  error?: AppError
}

/** Nobody waits for the result in an open request: it is for a job or a workflow run. */
export const isBackgroundWork = ({ stage, caller }: Pick<Context, 'stage' | 'caller'>) =>
  stage !== undefined || caller?.source === 'workflow'

export const WORKER_STATES = ['ready', 'draining', 'silent', 'refused'] as const

/** A worker as the owner of the machine sees it. */
export interface WorkerRow {
  id: string
  name: string
  pool: string
  version: string
  state: (typeof WORKER_STATES)[number]
  /** Why it is refused. */
  refusal: string | null
  /** Pages that it reads at a time over HTTP, and in its browser: 0 where it has none. */
  pages: number
  browser_pages: number
  /** Pages that it reads now. */
  running: number
  /** Pages since it started. */
  completed: number
  pages_per_second: number
  /** Of its processors: 1 is all of them. */
  load: number
  last_error: string | null
  /** Milliseconds. */
  seen_at: number
}

/** How the setting names a worker that is drained: its id is another one after each start. */
export const drainName = ({ pool, name }: Pick<WorkerRow, 'pool' | 'name'>): string => `${pool}/${name}`

/** What the service knows of the broker: nothing where no setting names one. */
export const BROKER_STATES = ['off', 'connected', 'unreachable'] as const
type BrokerState = (typeof BROKER_STATES)[number]

/** Reads pages of background work on other machines. */
export interface PageWorkers {
  /** Has a worker fetch and read a page; null where it is to be read here: none is free, or none may have it. */
  read(work: PageWork): Promise<PageRead | null>
  /** The same for a call of a prebuilt API. */
  call(work: ApiWork): Promise<ApiCall | null>
  list(): WorkerRow[]
  broker(): BrokerState
  /** Pages that workers have now, or are to get. */
  running(): number
  /** Pages that workers have read since the start of the service. */
  answered(): number
  stop(): Promise<void>
}

/** Every page is read by the service itself. */
export const noPageWorkers: PageWorkers = {
  read: async () => null,
  call: async () => null,
  list: () => [],
  broker: () => 'off',
  running: () => 0,
  answered: () => 0,
  stop: async () => undefined,
}
