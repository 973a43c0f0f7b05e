import { startWorker, type Worker, type WorkerOptions } from '../../../server/app/worker.ts'
import { until } from '../../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startBroker, type TestBroker } from '../../support/nats-server.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

/** A worker as the owner of the service sees it. */
interface ListedWorker {
  id: string
  name: string
  state: string
  refusal: string | null
  running: number
  completed: number
  last_error: string | null
}

/** A service, a broker, workers, and a site that they read. */
export interface Fleet {
  broker: TestBroker
  site: LocalSite
  service: TestApp
  /** Starts one more worker. Its messages are added to `said`. */
  addWorker(options?: Partial<WorkerOptions>): Promise<Worker>
  said: string[]
  seen(): Promise<ListedWorker[]>
  /** Waits until exactly this many workers are in this state. */
  untilWorkers(count: number, state?: string): Promise<void>
  /** The number of pages that workers have read so far. */
  completed(): Promise<number>
  /** Creates a job for a path of the site. Returns its id. */
  job(parser: string, path: string): Promise<string>
  stop(): Promise<void>
}

/** Only the local site may be fetched. */
export const LOCAL = { allow_hosts: '127.0.0.1' }

/**
 * Starts all of it. `flags` are settings of the service, `url` is the address of the broker when a test puts something in
 * between, and `host` is that of the site.
 */
export async function startFleet({
  flags = {},
  broker: existingBroker,
  url,
  workers = 1,
  host,
}: {
  flags?: Record<string, unknown>
  broker?: TestBroker
  url?: string
  workers?: number
  host?: string
} = {}): Promise<Fleet> {
  const broker = existingBroker ?? (await startBroker())
  const site = await startLocalSite(host)
  const service = await startTestApp({
    ...LOCAL,
    nats_url: url ?? broker.url,
    nats_lease_seconds: 5,
    ...flags,
  })
  const running: Worker[] = []
  const said: string[] = []

  const seen = async (): Promise<ListedWorker[]> => (await service.admin('/admin/workers')).json.data

  const untilWorkers: Fleet['untilWorkers'] = async (count, state = 'ready') => {
    await until(async () => (await seen()).filter(one => one.state === state).length === count)
  }

  const addWorker: Fleet['addWorker'] = async (options = {}) => {
    const { flags: ownFlags, ...more } = options
    const worker = startWorker({
      flags: { ...LOCAL, nats_url: broker.url, browser: '/none', retries: 0, parse_workers: 1, ...ownFlags },
      env: {},
      pages: 4,
      pool: 'default',
      say: line => said.push(line),
      ...more,
    })
    running.push(worker)
    return worker
  }

  for (let count = 0; count < workers; count++) await addWorker({ name: `worker ${count}` })
  await untilWorkers(workers)

  return {
    broker,
    site,
    service,
    addWorker,
    said,
    seen,
    untilWorkers,
    completed: async () => (await seen()).reduce((sum, { completed }) => sum + completed, 0),
    async job(parser, path) {
      const { json } = await service.call('/v1/jobs', {
        json: { parser_id: parser, input: { url: site.url + path } },
      })
      return json.id
    },
    async stop() {
      await Promise.all(running.map(worker => worker.stop()))
      await service.stop()
      await site.close()
      await broker.stop()
    },
  }
}
