import { runOnce } from '../contestants.ts'
import { JOBS, type QueueTimes } from '../queue.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'
import type { QueueRounds } from '../servers/queue-rounds.ts'

/** A process may be slower than another for its whole life, so several are measured. */
const PROCESSES = 5
const ANCHOR = 'plainjob: a transaction for each step of a job'

const STEPS: Record<string, (times: QueueTimes) => number> = {
  'jobs made': times => times.enqueue,
  'jobs taken and ended': times => times.process,
  'jobs, from making to end': times => times.enqueue + times.process,
}
const AIMS: Record<string, number> = { 'jobs, from making to end': 10 }

/** Creates jobs that do nothing, then claims and ends all of them: jobs per second, alternating rounds, medians. */
export async function queue(folder: string) {
  const runs: QueueRounds[] = []
  for (let i = 0; i < PROCESSES; i++)
    runs.push((await runOnce('./servers/queue-rounds.ts', folder)) as QueueRounds)
  const perSecond = (contestant: keyof QueueRounds, step: (times: QueueTimes) => number) =>
    runs.flatMap(run => run[contestant]).map(times => (JOBS / step(times)) * 1000)
  const rows = Object.entries(STEPS).map(([name, step]) => [
    name,
    row([perSecond('ours', step), perSecond('anchor', step)], '/s', 'more', ANCHOR, AIMS[name]),
  ])
  report('The queue of jobs', Object.fromEntries(rows))
}
