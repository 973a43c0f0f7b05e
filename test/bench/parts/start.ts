import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuOf } from '../../support/process-use.ts'
import { median, start } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { copyStore, type Program, prepareProgram, serve, stop } from '../program.ts'
import { report } from '../report.ts'
import { bothOf, row } from '../row.ts'

const ROUNDS = 9
const ANCHOR = 'express json+auth+debit+hdr+zod+log'

/** The time from the start until the service reports that it is ready, in milliseconds. */
interface Start {
  ms: number
  cpuMs: number | null
}

/**
 * Measures the start of the service (compiled, and started once before), and a command with and without a running service.
 */
export async function starts(folder: string) {
  const site = await start('./servers/listing-site.ts', '')
  const program = await prepareProgram(join(folder, 'program'), site.address)
  site.stop()
  const serving = join(folder, 'serving')
  copyStore(program, serving)
  let naives = 0
  const contestants = {
    ours: () => startOurs(program, serving),
    naive: () => startNaive(join(folder, `naive-${naives++}.db`)),
  }
  const rounds = await inTurn(contestants, begin => begin(), ROUNDS)
  const figuresOf = (figure: (startTimes: Start) => number) => bothOf(rounds, figure)
  report('From the start of the process', {
    'ready to serve': row(
      figuresOf(({ ms }) => ms),
      'ms',
      'less',
      ANCHOR,
    ),
    'its processor time': row(
      figuresOf(({ cpuMs }) => cpuMs ?? Number.NaN),
      'ms',
      'less',
      ANCHOR,
    ),
  })
  await commands(program, folder)
}

async function startOurs(program: Program, folder: string): Promise<Start> {
  const startedAt = performance.now()
  const service = await serve(program, folder)
  const start = { ms: performance.now() - startedAt, cpuMs: cpuOf(service.process.pid!) }
  await stop(service)
  return start
}

async function startNaive(file: string): Promise<Start> {
  const startedAt = performance.now()
  const { pid, stop: end } = await start('./anchors/naive-call.mjs', file)
  const startTimes = { ms: performance.now() - startedAt, cpuMs: cpuOf(pid) }
  end()
  return startTimes
}

/** Runs `keys create`, which calls the running service, or starts one for itself. */
async function commands(program: Program, folder: string) {
  const alone = join(folder, 'alone')
  const beside = join(folder, 'beside')
  for (const to of [alone, beside]) copyStore(program, to)
  const service = await serve(program, beside)
  try {
    const results = await inTurn({ beside, alone }, to => createKey(program, to), ROUNDS)
    report('A command that creates a key', {
      'beside a service that runs': { 'ms, median': Math.round(median(results.beside)) },
      'without one': { 'ms, median': Math.round(median(results.alone)) },
    })
  } finally {
    await stop(service)
  }
}

async function createKey({ winnow }: Program, folder: string): Promise<number> {
  const startedAt = performance.now()
  await promisify(execFile)(process.execPath, [winnow, 'keys', 'create', '--data-dir', folder])
  return performance.now() - startedAt
}
