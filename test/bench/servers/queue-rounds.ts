import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { plainjobTimes } from '../anchors/plainjob.mjs'
import { inTurn } from '../in-turn.ts'
import { JOBS, type QueueTimes, queueTimes } from '../queue.ts'

/** The times of the rounds of one process. */
export type QueueRounds = Record<'ours' | 'anchor', QueueTimes[]>

/** Rounds that do not count, because the code of neither queue is optimised yet. */
const WARM_ROUNDS = 3
const ROUNDS = 5

const [folder = ''] = process.argv.slice(2)
const jobs = Array.from({ length: JOBS }, (_, i) => ({
  url: `https://example.test/p/${i}`,
  parserId: 'prs_123',
  account: 7,
}))
const contestants = {
  ours: (data: string) => queueTimes(data),
  anchor: (data: string) => plainjobTimes(join(data, 'plainjob.db'), jobs),
}
const measure = (rounds: number): Promise<QueueRounds> =>
  inTurn(contestants, run => run(mkdtempSync(join(folder, 'queue-'))), rounds)

await measure(WARM_ROUNDS)
process.send?.(await measure(ROUNDS))
