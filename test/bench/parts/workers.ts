import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { noBroker, startBroker, type TestBroker } from '../../support/nats-server.ts'
import { cpuOf } from '../../support/process-use.ts'
import { median, start } from '../contestants.ts'
import {
  askAdmin,
  copyStore,
  type Program,
  prepareProgram,
  readPages,
  type Service,
  serve,
  stop,
} from '../program.ts'
import { report } from '../report.ts'
import { rounded } from '../row.ts'

const PAGES = 2_000
const ROUNDS = 3
const MOST_WORKERS = 3
/** Of each worker; the service runs as many jobs at a time as all of them together read. */
const AT_A_TIME = 16

interface Round {
  ms: number
  /** Milliseconds of the processor that the service took, pages that workers read, and those in all. */
  serviceMs: number
  byWorkers: number
}

/** The same pages by the service alone and with workers, all on this machine: processors are what is short. */
export async function workers(folder: string) {
  if (noBroker) return console.log(`Skipped: ${noBroker}.`)
  const site = await start('./servers/listing-site.ts', '')
  const broker = await startBroker()
  const runs = new Map<number, Round[]>()
  try {
    const program = await prepareProgram(folder, site.address)
    for (let round = 0; round < ROUNDS; round++)
      for (let count = 0; count <= MOST_WORKERS; count++) {
        const run = await readWith(count, program, mkdtempSync(join(folder, 'workers-')), {
          broker,
          origin: site.address,
        })
        runs.set(count, [...(runs.get(count) ?? []), run])
      }
  } finally {
    await broker.stop()
    site.stop()
  }
  const rows = [...runs].map(([count, all]) => [count ? `${count} of them` : 'the service alone', rowOf(all)])
  report('Pages of a batch read by workers on the same machine', Object.fromEntries(rows))
}

/** With as many workers, once all are there. */
async function readWith(
  count: number,
  program: Program,
  folder: string,
  { broker, origin }: { broker: TestBroker; origin: string },
): Promise<Round> {
  copyStore(program, folder)
  const service = await serve(
    program,
    folder,
    count ? ['--nats-url', broker.url, '--host-concurrency', '100'] : [],
  )
  const processes = Array.from({ length: count }, () => startWorker(program, broker.url))
  try {
    await askAdmin(service, '/admin/accounts/default', {
      limits: { job_concurrency: AT_A_TIME * Math.max(1, count) },
    })
    while ((await readyWorkers(service)).length < count) await sleep(50)
    const [from, before] = [performance.now(), cpuOf(service.process.pid!)]
    await readPages(service, program, origin, PAGES)
    const ms = performance.now() - from
    const serviceMs = cpuOf(service.process.pid!)! - before!
    // The count of a worker comes with its next hello.
    await sleep(3_500)
    const byWorkers = (await readyWorkers(service)).reduce((sum, { completed }) => sum + completed, 0)
    return { ms, serviceMs, byWorkers }
  } finally {
    for (const process of processes) process.kill('SIGKILL')
    await stop(service)
  }
}

const startWorker = ({ winnow }: Program, url: string) => {
  const args = [
    '--nats-url',
    url,
    '--pages',
    String(AT_A_TIME),
    '--parse-workers',
    '1',
    '--allow-hosts',
    '127.0.0.1',
  ]
  return spawn(process.execPath, [winnow, 'worker', ...args, '--browser', '/none'], { stdio: 'ignore' })
}

async function readyWorkers(service: Service): Promise<{ completed: number }[]> {
  const { data } = await askAdmin(service, '/admin/workers')
  return data.filter(({ state }: { state: string }) => state === 'ready')
}

function rowOf(runs: Round[]) {
  const micros = median(runs.map(({ serviceMs }) => (serviceMs * 1_000) / PAGES))
  return {
    'pages/s': Math.round(median(runs.map(({ ms }) => (PAGES / ms) * 1_000))),
    'read by workers': `${Math.round((median(runs.map(({ byWorkers }) => byWorkers)) / PAGES) * 100)} %`,
    'CPU µs of the service a page': Math.round(micros),
    'pages/s that a processor of the service feeds': rounded(1_000_000 / micros),
  }
}
