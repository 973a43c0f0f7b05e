import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchRun, runBatches } from '../batch.ts'
import { median, runOnce, start } from '../contestants.ts'
import { afreshInTurn } from '../in-turn.ts'
import { asMeasure, measureOf } from '../measure.ts'
import { prepareProgram } from '../program.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'
import { atLeast, atMost } from '../row.ts'

const PAGES = 2_000
const ROWS = 40
const ROUNDS = 5
/** The run that represents a process that has been in use for a while. */
const THIRD = 3
const SPEED_AIMS: Record<string, number> = { crawlee: 14, 'fetch only': 0.5 }
const THIRD_AIMS: Record<string, number> = { crawlee: 10 }
const MEMORY_AIMS: Record<string, number> = { crawlee: 0.25 }

type Runs = Record<string, BatchRun[]>

/**
 * Reads pages of 20 KB from a local site, 12 fields and 40 rows each. In ours, the results are stored and paid for, and the
 * pages are kept. `fetch and read only` shows what is left for all of this: the same client and reader, nothing kept.
 */
export async function batch(folder: string) {
  const site = await start('./servers/listing-site.ts', '')
  const origin = site.address
  let first: Runs
  let third: Runs
  try {
    const program = await prepareProgram(folder, origin)
    const anchor = (file: string, times: number) => () =>
      runOnce(file, origin, String(PAGES), String(times)) as Promise<BatchRun>
    const runs = (times: number): Promise<Runs> => {
      const runners: Record<string, () => Promise<BatchRun>> = {
        winnow: () => runBatches(program, mkdtempSync(join(folder, 'batch-')), origin, PAGES, times),
        crawlee: anchor('./anchors/crawlee.mjs', times),
        'fetch only': anchor('./anchors/fetch-only.mjs', times),
        'fetch and read only': anchor('./anchors/fetch-and-read.mjs', times),
      }
      return afreshInTurn(runners, run => run(), ROUNDS)
    }
    first = await runs(1)
    third = await runs(THIRD)
  } finally {
    site.stop()
  }
  assertAllRead(first)
  assertAllRead(third)
  report('A batch of 2,000 pages of 20 KB from a local site', rowsOf(first, firstRow))
  report('Such a batch for the third time in one process', rowsOf(third, thirdRow))
}

function assertAllRead(runs: Runs) {
  for (const [name, all] of Object.entries(runs))
    for (const { rows } of all)
      if (rows !== PAGES * ROWS) throw new Error(`${name} read ${rows} rows of ${PAGES * ROWS}.`)
}

const rowsOf = <Row>(runs: Runs, rowOf: (name: string, runs: BatchRun[], ours: BatchRun[]) => Row) =>
  Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, rowOf(name, all, runs.winnow!)]))

const rate = ({ ms }: BatchRun) => (PAGES / ms) * 1000
/** Pages per second without the start of the process, as in a service that is running already. */
const rateOnceUp = ({ ms, startMs }: BatchRun) => (PAGES / (ms - startMs)) * 1000

/** Ratios are taken within a round, so that a machine that is busy for a while slows all contestants. */
const ratioOf = (runs: BatchRun[], ours: BatchRun[], of: (run: BatchRun) => number) =>
  rounded(median(runs.map((run, round) => of(ours[round]!) / of(run))))

function firstRow(name: string, runs: BatchRun[], ours: BatchRun[]) {
  const measure = measureOf(ours.map(rate), runs.map(rate), 'more')
  const isMeasured = runs.every(({ cpuMs, peakMb }) => cpuMs !== null && peakMb !== null)
  const cells = {
    'pages/s': Math.round(median(runs.map(rate))),
    'winnow to it': measure.ratio,
    'pages/s once up': Math.round(median(runs.map(rateOnceUp))),
    'winnow to it once up': ratioOf(runs, ours, rateOnceUp),
    aim: atLeast(SPEED_AIMS[name]),
    'CPU ms a page': isMeasured ? rounded(median(runs.map(({ cpuMs }) => cpuMs! / PAGES))) : null,
    'peak MB': isMeasured ? Math.round(median(runs.map(({ peakMb }) => peakMb!))) : null,
    'memory of winnow to it': isMeasured ? ratioOf(runs, ours, ({ peakMb }) => peakMb!) : null,
    'aim of memory': atMost(MEMORY_AIMS[name]),
  }
  return asMeasure(cells, measure)
}

function thirdRow(name: string, runs: BatchRun[], ours: BatchRun[]) {
  const measure = measureOf(ours.map(rateOnceUp), runs.map(rateOnceUp), 'more')
  const cells = {
    'pages/s': Math.round(median(runs.map(rateOnceUp))),
    'winnow to it': measure.ratio,
    aim: atLeast(THIRD_AIMS[name]),
  }
  return asMeasure(cells, measure)
}
