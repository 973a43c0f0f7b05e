import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
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
import { rounded } from '../rounded.ts'

/** Pages that are read before the first round, so that no round includes the time to compile code. */
const WARM_UP = 2_000
const ROUNDS = 3
/** Pages that each worker reads at a time. The service runs as many jobs at a time as all workers together read. */
const AT_A_TIME = 16
const MANY_AT_A_TIME = 128

/** A number of workers beside a service, how many pages each reads at a time, and how it is started. */
interface Fleet {
  count: number
  atATime: number
  /** The number of pages in total. */
  pages: number
  start(program: Program, url: string): ChildProcess
}

const REAL = { atATime: AT_A_TIME, pages: 2_000, start: startWorker }
const fleets: Record<string, Fleet> = {
  'the service alone': { ...REAL, count: 0 },
  '1 of them': { ...REAL, count: 1 },
  '2 of them': { ...REAL, count: 2 },
  '3 of them': { ...REAL, count: 3 },
  // Real workers on other machines keep a service busier than workers that share its processors can.
  'as many as it can feed': { count: 2, atATime: MANY_AT_A_TIME, pages: 10_000, start: startAnsweringWorker },
}

interface Round {
  pages: number
  ms: number
  /** CPU milliseconds that the service used. `byWorkers` is the number of pages that workers read, of `pages` in total. */
  serviceMs: number
  byWorkers: number
}

/** Reads the same pages by the service alone and with workers. All run on this machine, so processors are the bottleneck. */
export async function workers(folder: string) {
  if (noBroker) return console.log(`Skipped: ${noBroker}.`)
  const site = await start('./servers/listing-site.ts', '')
  const broker = await startBroker()
  const runs = new Map<string, Round[]>()
  try {
    const program = await prepareProgram(folder, site.address)
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, fleet] of Object.entries(fleets)) {
        const run = await readWith(fleet, program, mkdtempSync(join(folder, 'workers-')), {
          broker,
          origin: site.address,
        })
        runs.set(name, [...(runs.get(name) ?? []), run])
      }
  } finally {
    await broker.stop()
    site.stop()
  }
  const rows = [...runs].map(([name, all]) => [name, rowOf(all)])
  report('Pages of a batch read by workers on the same machine', Object.fromEntries(rows))
}

/** Starts the workers and reads the pages once all of them are ready. */
async function readWith(
  { count, atATime, pages, start }: Fleet,
  program: Program,
  folder: string,
  { broker, origin }: { broker: TestBroker; origin: string },
): Promise<Round> {
  copyStore(program, folder)
  const service = await serve(
    program,
    folder,
    count ? ['--nats-url', broker.url, '--host-concurrency', '300'] : [],
  )
  const processes = Array.from({ length: count }, () => start(program, broker.url))
  try {
    await askAdmin(service, '/admin/accounts/default', {
      limits: { job_concurrency: atATime * Math.max(1, count) },
    })
    while ((await readyWorkers(service)).length < count) await sleep(50)
    await readPages(service, program, origin, WARM_UP)
    const readBefore = await completedBy(service)
    const [from, before] = [performance.now(), cpuOf(service.process.pid!)]
    await readPages(service, program, origin, pages)
    const ms = performance.now() - from
    const serviceMs = cpuOf(service.process.pid!)! - before!
    return { pages, ms, serviceMs, byWorkers: (await completedBy(service)) - readBefore }
  } finally {
    for (const process of processes) process.kill('SIGKILL')
    await stop(service)
  }
}

function startWorker({ winnow }: Program, url: string) {
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

function startAnsweringWorker(_program: Program, url: string) {
  const file = fileURLToPath(new URL('../servers/answering-worker.ts', import.meta.url))
  return fork(file, [url, String(MANY_AT_A_TIME)], { stdio: 'ignore' })
}

async function readyWorkers(service: Service): Promise<{ completed: number }[]> {
  const { data } = await askAdmin(service, '/admin/workers')
  return data.filter(({ state }: { state: string }) => state === 'ready')
}

/** The number of pages that workers have read. Each worker reports its count with its next hello. */
async function completedBy(service: Service): Promise<number> {
  await sleep(3_500)
  return (await readyWorkers(service)).reduce((sum, { completed }) => sum + completed, 0)
}

function rowOf(runs: Round[]) {
  const micros = median(runs.map(({ serviceMs, pages }) => (serviceMs * 1_000) / pages))
  const share = median(runs.map(({ byWorkers, pages }) => byWorkers / pages))
  return {
    'pages/s': Math.round(median(runs.map(({ ms, pages }) => (pages / ms) * 1_000))),
    'read by workers': `${Math.round(share * 100)} %`,
    'CPU µs of the service a page': Math.round(micros),
    'pages/s that a processor of the service feeds': rounded(1_000_000 / micros),
  }
}
