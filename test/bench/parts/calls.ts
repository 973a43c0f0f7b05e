import { join } from 'node:path'
import { median, start } from '../contestants.ts'
import { load } from '../load.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'

const ROUNDS = 5
const LOAD = { connections: 32, seconds: 2 }
const CALL = '/v1/null?username=abc'

/** A paid call that does nothing: calls a second, rounds in turn, medians. */
export async function calls(folder: string) {
  const ours = await start('./servers/winnow.ts', join(folder, 'calls'))
  const naive = await start('./anchors/naive-call.mjs', join(folder, 'naive.db'))
  const perSecond = async ({ address, key }: typeof ours, seconds: number) =>
    (await load(address + CALL, key, { ...LOAD, seconds })).perSecond
  try {
    for (const contestant of [ours, naive]) await perSecond(contestant, 1)
    const rates = { ours: [] as number[], naive: [] as number[] }
    for (let i = 0; i < ROUNDS; i++) {
      rates.ours.push(await perSecond(ours, LOAD.seconds))
      rates.naive.push(await perSecond(naive, LOAD.seconds))
    }
    const medians: [number, number] = [median(rates.ours), median(rates.naive)]
    const anchor = 'express json+auth+debit+hdr+zod+log'
    report('A paid call that does nothing', { 'paid null call': row(medians, '/s', 'more', anchor) })
  } finally {
    for (const contestant of [ours, naive]) contestant.stop()
  }
}
