import type { AppError } from '../../base/errors.ts'
import type { Session, SessionState } from '../../pages/sessions/session.ts'
import type { WantedPage } from '../../parsers/paging/further-page.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import type { WrittenResult } from '../../workers/tasks.ts'
import type { KeptPage } from '../operation.ts'

/** How a page can be had. */
export type Way = 'http' | 'browser'

/** A page of background work. */
export interface PageWork {
  way: Way
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

/** What the service knows of the broker: nothing where no setting names one. */
export const BROKER_STATES = ['off', 'connected', 'unreachable'] as const
export type BrokerState = (typeof BROKER_STATES)[number]

/** Reads pages of background work on other machines. */
export interface PageWorkers {
  /** Has a worker fetch and read a page; null where it is to be read here: none is free, or none may have it. */
  read(work: PageWork): Promise<PageRead | null>
  list(): WorkerRow[]
  broker(): BrokerState
  /** Pages that workers have now, or are to get. */
  running(): number
  /** Gives a worker no new pages, or goes on; false where there is no such worker. */
  drain(workerId: string, on: boolean): boolean
  stop(): Promise<void>
}

/** Every page is read by the service itself. */
export const noPageWorkers: PageWorkers = {
  read: async () => null,
  list: () => [],
  broker: () => 'off',
  running: () => 0,
  drain: () => false,
  stop: async () => undefined,
}
