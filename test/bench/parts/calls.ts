import { join } from 'node:path'
import { type Contestant, median, start } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { load } from '../load.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'

const ROUNDS = 5
const LOAD = { connections: 32, seconds: 2 }
const CALL = '/v1/null?username=abc'
const ANCHOR = 'express json+auth+debit+hdr+zod+log'
const AIM = 4

/** A paid call that does nothing: calls a second, rounds in turn, medians. */
export async function calls(folder: string) {
  const ours = await start('./servers/winnow.ts', join(folder, 'calls'))
  const naive = await start('./anchors/naive-call.mjs', join(folder, 'naive.db'))
  const perSecond = async ({ address, key }: Contestant) => (await load(address + CALL, key, LOAD)).perSecond
  try {
    const rates = await inTurn({ ours, naive }, perSecond, ROUNDS)
    const medians: [number, number] = [median(rates.ours), median(rates.naive)]
    report('A paid call that does nothing', { 'paid null call': row(medians, '/s', 'more', ANCHOR, AIM) })
  } finally {
    for (const contestant of [ours, naive]) contestant.stop()
  }
}
