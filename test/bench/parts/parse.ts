import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Contestant, type Kept, start, startKept } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { listingPage } from '../pages/listing.ts'
import { report } from '../report.ts'
import { bothOf, row } from '../row.ts'
import type { WaitsOrder, WaitsReport } from '../servers/waits.ts'
import { upload } from '../upload.ts'

const ANCHOR = 'Express + multer + cheerio in place, no key, no credits'
const PAGES: { name: string; bytes: number; uploads: number; aims?: { time: number; wait: number } }[] = [
  { name: '50 KB', bytes: 50_000, uploads: 30 },
  { name: '500 KB', bytes: 500_000, uploads: 15 },
  { name: '2 MB', bytes: 2_000_000, uploads: 7 },
  { name: '16 MB', bytes: 16_000_000, uploads: 3, aims: { time: 0.04, wait: 0.01 } },
]

type Watcher = Kept<WaitsOrder, WaitsReport>

/** A paid parse of an uploaded page, and how long other requests waited meanwhile, at worst. Both must give the same data. */
export async function parse(folder: string) {
  const ours = await start('./servers/winnow.ts', join(folder, 'parse'))
  const naive = await start('./anchors/naive-parse.mjs', '')
  const watcher: Watcher = await startKept('./servers/waits.ts')
  const rows: Record<string, object> = {}
  try {
    for (const { name, bytes, uploads, aims } of PAGES) {
      const page = new TextEncoder().encode(listingPage(bytes))
      const rounds = await inTurn(
        { ours, naive },
        contestant => watchedUpload(watcher, contestant, page),
        uploads,
      )
      const both = (figure: (told: Upload) => number) => bothOf(rounds, figure)
      for (const { data } of rounds.naive) deepStrictEqual(data, rounds.ours[0]!.data)
      rows[`paid parse of ${name}`] = row(
        both(({ ms }) => ms),
        'ms',
        'less',
        ANCHOR,
        aims?.time,
      )
      rows[`worst wait beside ${name}`] = row(
        both(({ wait }) => wait),
        'ms',
        'less',
        ANCHOR,
        aims?.wait,
      )
    }
  } finally {
    for (const process of [ours, naive, watcher]) process.stop()
  }
  report('Uploads, from the first byte to the answer', rows)
}

interface Upload {
  ms: number
  /** The longest that another request waited meanwhile. */
  wait: number
  data: unknown
}

async function watchedUpload(watcher: Watcher, contestant: Contestant, page: Uint8Array): Promise<Upload> {
  // The collection of what the other one left behind takes the processor for as long as a second.
  await pause(page.length / 16_000)
  await watcher.run({ begin: { url: `${contestant.address}/health` } })
  const { ms, data } = await upload(contestant, page)
  return { ms, wait: (await watcher.run({ end: true }))!, data }
}
