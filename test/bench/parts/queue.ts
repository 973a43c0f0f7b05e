import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { plainjobTimes } from '../anchors/plainjob.mjs'
import { median } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { JOBS, type QueueTimes, queueTimes } from '../queue.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'

/** Of the first, the code of neither is compiled for speed yet. */
const ROUNDS = 9
const ANCHOR = 'plainjob: a transaction for each step of a job'

const STEPS: Record<string, (times: QueueTimes) => number> = {
  'jobs made': times => times.enqueue,
  'jobs taken and ended': times => times.process,
  'jobs, from making to end': times => times.enqueue + times.process,
}
const AIMS: Record<string, number> = { 'jobs, from making to end': 10 }

/** Jobs that do nothing: making all, then taking and ending them all; a second, rounds in turn, medians. */
export async function queue(folder: string) {
  const jobs = Array.from({ length: JOBS }, (_, i) => ({
    url: `https://example.test/p/${i}`,
    parserId: 'prs_123',
    account: 7,
  }))
  const contestants = {
    ours: (data: string) => queueTimes(data),
    anchor: (data: string) => plainjobTimes(join(data, 'plainjob.db'), jobs),
  }
  const rounds = await inTurn(contestants, run => run(mkdtempSync(join(folder, 'queue-'))), ROUNDS)
  const perSecond = (times: QueueTimes[], step: (times: QueueTimes) => number) =>
    (JOBS / median(times.map(step))) * 1000
  const rows = Object.entries(STEPS).map(([name, step]) => [
    name,
    row([perSecond(rounds.ours, step), perSecond(rounds.anchor, step)], '/s', 'more', ANCHOR, AIMS[name]),
  ])
  report('The queue of jobs', Object.fromEntries(rows))
}
