import { deepStrictEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contestant, median, start } from './contestants.ts'
import { ledgerMicroseconds, naiveMicroseconds } from './ledger.ts'
import { load } from './load.ts'
import { listingPage } from './pages/listing.ts'
import { upload } from './upload.ts'

const ROUNDS = 5
const LOAD = { connections: 32, seconds: 2 }
const UPLOADS = 30

const rounds = Array.from({ length: ROUNDS })

/** Calls a second of each path, rounds in turn, medians. */
async function callsPerSecond(contestants: Record<string, { of: Contestant; path: string }>) {
  const results: Record<string, number[]> = {}
  for (const { of, path } of Object.values(contestants))
    await load(`${of.address}${path}?username=abc`, of.key, { ...LOAD, seconds: 1 })
  for (const _ of rounds)
    for (const [name, { of, path }] of Object.entries(contestants)) {
      const { perSecond } = await load(`${of.address}${path}?username=abc`, of.key, LOAD)
      results[name] = [...(results[name] ?? []), perSecond]
    }
  return Object.fromEntries(Object.entries(results).map(([name, values]) => [name, median(values)]))
}

/** Milliseconds of an upload, one at a time, in turn, medians. Both must give the same data. */
async function millisecondsAnUpload(ours: Contestant, naive: Contestant, page: Uint8Array<ArrayBuffer>) {
  deepStrictEqual((await upload(ours, page)).data, (await upload(naive, page)).data)
  const times = { ours: [] as number[], naive: [] as number[] }
  for (let i = 0; i < UPLOADS; i++) {
    times.ours.push((await upload(ours, page)).ms)
    times.naive.push((await upload(naive, page)).ms)
  }
  return { ours: median(times.ours), naive: median(times.naive) }
}

const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'))
const ours = await start('./servers/winnow.ts', folder)
const naiveCall = await start('./anchors/naive-call.mjs', join(folder, 'naive.db'))
const naiveParse = await start('./anchors/naive-parse.mjs', '')
try {
  const calls = await callsPerSecond({
    paid: { of: ours, path: '/v1/null' },
    naive: { of: naiveCall, path: '/v1/null' },
  })
  const page = new TextEncoder().encode(listingPage(50_000))
  const parse = await millisecondsAnUpload(ours, naiveParse, page)
  const ledger = { ours: [] as number[], naive: [] as number[] }
  for (const [i] of rounds.entries()) {
    ledger.ours.push(await ledgerMicroseconds(join(folder, `ledger-${i}`)))
    ledger.naive.push(naiveMicroseconds(mkdtempSync(join(folder, 'naive-'))))
  }
  const row = (mine: number, anchor: number, unit: string, better: string, named: string) => ({
    ours: `${mine.toFixed(1)} ${unit}`,
    anchor: `${anchor.toFixed(1)} ${unit}`,
    ratio: Number((mine / anchor).toFixed(2)),
    better,
    'the anchor': named,
  })
  console.table({
    'paid null call': row(calls.paid!, calls.naive!, '/s', 'more', 'express json+auth+debit+hdr+zod+log'),
    'paid parse of 50 KB': row(
      parse.ours,
      parse.naive,
      'ms',
      'less',
      'Express + multer + cheerio in place, no key, no credits',
    ),
    'ledger, per call': row(
      median(ledger.ours),
      median(ledger.naive),
      'µs',
      'less',
      'a transaction a call: UPDATE RETURNING + INSERT',
    ),
  })
} finally {
  for (const contestant of [ours, naiveCall, naiveParse]) contestant.stop()
  rmSync(folder, { recursive: true, force: true })
}
