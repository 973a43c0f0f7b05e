import { z } from 'zod'
import { type Metric, type Sample, writeMetrics } from './metrics-text.ts'
import { accountOf, type Context, defineOperation } from './operation.ts'
import { WORKER_STATES, type WorkerRow } from './scraping/page-workers.ts'
import type { Services } from './services.ts'

/** `GET /v1/metrics`: the queue of an account, the workers and the process, for a monitoring system. */
export function metricsOperations(services: Services) {
  const metrics = defineOperation({
    id: 'metrics',
    group: 'account',
    summary: 'Queue, credits, workers and process as metrics for Prometheus.',
    description:
      'Jobs and credits are those of the calling account; workers and process those of the machine.',
    method: 'GET',
    path: '/v1/metrics',
    access: 'read',
    input: z.strictObject({}),
    output: z.string(),
    example: { input: {}, output: writeMetrics([jobMetric(new Map([['pending', 1_204]]))]) },
    answer: 'metrics',
    run: async (_input, context) =>
      writeMetrics([
        ...(await accountMetrics(services, context)),
        ...workerMetrics(services),
        ...processMetrics(services),
      ]),
  })
  return [metrics] as const
}

const OPEN_STATES = ['pending', 'running'] as const

const jobMetric = (jobs: ReadonlyMap<string, number>): Metric => ({
  name: 'winnow_jobs',
  type: 'gauge',
  help: 'Open jobs of the account, items of batches included.',
  samples: OPEN_STATES.map(state => ({ labels: { state }, value: jobs.get(state) ?? 0 })),
})

const one = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
  name,
  type,
  help,
  samples: [{ value }],
})

async function accountMetrics({ store, credits }: Services, context: Context): Promise<Metric[]> {
  const { balance, held } = await credits.balance(context.caller!)
  return [
    jobMetric(await store.jobs.openByState(accountOf(context))),
    one('winnow_credits_balance', 'gauge', 'Credits of the account.', balance),
    one('winnow_credits_held', 'gauge', 'Credits that are set aside for what is under way.', held),
  ]
}

/** Returns an empty list if the service has no broker. */
function workerMetrics({ pageWorkers }: Services): Metric[] {
  const broker = pageWorkers.broker()
  if (broker === 'off') return []
  const workers = pageWorkers.list()
  return [
    one(
      'winnow_broker_connected',
      'gauge',
      'Whether the broker can be reached.',
      Number(broker === 'connected'),
    ),
    {
      name: 'winnow_workers',
      type: 'gauge',
      help: 'Workers by pool and state.',
      samples: ofPools(workers, (of, labels) =>
        WORKER_STATES.map(state => ({
          labels: { ...labels, state },
          value: of.filter(worker => worker.state === state).length,
        })),
      ),
    },
    {
      name: 'winnow_worker_places',
      type: 'gauge',
      help: 'Pages that ready workers read at a time.',
      samples: ofPools(
        workers.filter(({ state }) => state === 'ready'),
        (of, labels) => [
          { labels: { ...labels, mode: 'http' }, value: sum(of, ({ pages }) => pages) },
          { labels: { ...labels, mode: 'browser' }, value: sum(of, worker => worker.browser_pages) },
        ],
      ),
    },
    one(
      'winnow_worker_pages_running',
      'gauge',
      'Pages that workers have, or are to get.',
      pageWorkers.running(),
    ),
    one('winnow_worker_pages_total', 'counter', 'Pages that workers have read.', pageWorkers.answered()),
  ]
}

function ofPools(
  workers: readonly WorkerRow[],
  samplesOf: (workers: readonly WorkerRow[], labels: { pool: string }) => Sample[],
): Sample[] {
  const pools = Map.groupBy(workers, ({ pool }) => pool)
  return [...pools].flatMap(([pool, of]) => samplesOf(of, { pool }))
}

const sum = (workers: readonly WorkerRow[], countOf: (worker: WorkerRow) => number) =>
  workers.reduce((total, worker) => total + countOf(worker), 0)

function processMetrics({ version, now }: Services): Metric[] {
  const { user, system } = process.cpuUsage()
  const startedAt = now() / 1_000 - process.uptime()
  return [
    {
      name: 'winnow_info',
      type: 'gauge',
      help: 'The version that runs.',
      samples: [{ labels: { version }, value: 1 }],
    },
    one('process_cpu_seconds_total', 'counter', 'CPU time, in seconds.', (user + system) / 1e6),
    one('process_resident_memory_bytes', 'gauge', 'Memory, in bytes.', process.memoryUsage.rss()),
    one('process_start_time_seconds', 'gauge', 'Start, in seconds since 1970.', startedAt),
  ]
}
