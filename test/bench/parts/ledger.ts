import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn } from '../in-turn.ts'
import { ledgerMicroseconds, naiveMicroseconds } from '../ledger.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'

const ROUNDS = 5
const ANCHOR = 'a transaction a call: UPDATE RETURNING + INSERT'

/** Measures how long the store takes to end a paid call. */
export async function ledger(folder: string) {
  const contestants = { ours: ledgerMicroseconds, naive: naiveMicroseconds }
  const times = await inTurn(contestants, async run => run(mkdtempSync(join(folder, 'ledger-'))), ROUNDS)
  const perCall = row([times.ours, times.naive], 'µs', 'less', ANCHOR)
  report('The end of a paid call in the store', { 'ledger, per call': perCall })
}
