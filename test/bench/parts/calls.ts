import { join } from 'node:path'
import { cpuOf } from '../../support/process-use.ts'
import { type Contestant, start, startWinnow } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { load } from '../load.ts'
import { report } from '../report.ts'
import { bothOf, row } from '../row.ts'

const ROUNDS = 5
const LOAD = { connections: 32, seconds: 2 }
const CALL = '/v1/null?username=abc'
const ANCHOR = 'express json+auth+debit+hdr+zod+log'
const AIM = 4

/** Calls per second, and CPU microseconds per call. Other work on the machine hardly changes the latter. */
interface Rates {
  perSecond: number
  cpuUs: number | null
}

/** Measures a paid call that does nothing: alternating rounds, medians. */
export async function calls(folder: string) {
  const ours = await startWinnow(join(folder, 'calls'))
  const naive = await start('./anchors/naive-call.mjs', join(folder, 'naive.db'))
  try {
    const rounds = await inTurn({ ours, naive }, measureRates, ROUNDS)
    const figuresOf = (figure: (result: Rates) => number) => bothOf(rounds, figure)
    const rates = figuresOf(({ perSecond }) => perSecond)
    const cpu = figuresOf(({ cpuUs }) => cpuUs ?? Number.NaN)
    report('A paid call that does nothing', {
      'paid null call': row(rates, '/s', 'more', ANCHOR, AIM),
      'processor time of one': row(cpu, 'µs', 'less', ANCHOR),
    })
  } finally {
    for (const contestant of [ours, naive]) contestant.stop()
  }
}

async function measureRates({ address, key, pid }: Contestant): Promise<Rates> {
  const before = cpuOf(pid)
  const { calls, perSecond } = await load(address + CALL, key, LOAD)
  const after = cpuOf(pid)
  return { perSecond, cpuUs: before === null || after === null ? null : ((after - before) * 1_000) / calls }
}
