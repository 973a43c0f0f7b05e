import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Uploaded, UploadOrder } from '../clients/upload.ts'
import type { WaitsOrder, WaitsReport } from '../clients/waits.ts'
import { type Kept, start, startKept, startWinnow } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { report } from '../report.ts'
import { bothOf, row } from '../row.ts'

const ANCHOR = 'Express + multer + cheerio in place, no key, no credits'
const PAGES: { name: string; bytes: number; uploads: number; aims?: { time: number; wait?: number } }[] = [
  { name: '50 KB', bytes: 50_000, uploads: 30, aims: { time: 0.4 } },
  { name: '500 KB', bytes: 500_000, uploads: 15 },
  { name: '2 MB', bytes: 2_000_000, uploads: 7 },
  { name: '16 MB', bytes: 16_000_000, uploads: 5, aims: { time: 0.04, wait: 0.01 } },
]

/** The processes that upload, and that ask meanwhile. */
interface Clients {
  uploader: Kept<UploadOrder, Uploaded>
  watcher: Kept<WaitsOrder, WaitsReport>
}

/** A paid parse of an uploaded page, and how long other requests waited meanwhile, at worst. Both must give the same data. */
export async function parse(folder: string) {
  const ours = await startWinnow(join(folder, 'parse'))
  const naive = await start('./anchors/naive-parse.mjs', '')
  const clients: Clients = {
    uploader: await startKept('./clients/upload.ts'),
    watcher: await startKept('./clients/waits.ts'),
  }
  const rows: Record<string, object> = {}
  try {
    for (const { name, bytes, uploads, aims } of PAGES) {
      const rounds = await inTurn({ ours, naive }, to => watchedUpload(clients, { to, bytes }), uploads)
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
    for (const process of [ours, naive, ...Object.values(clients)]) process.stop()
  }
  report('Uploads, from the first byte to the answer', rows)
}

interface Upload extends Uploaded {
  /** The longest that another request waited meanwhile. */
  wait: number
}

async function watchedUpload({ uploader, watcher }: Clients, order: UploadOrder): Promise<Upload> {
  // The collection of what the other one left behind takes the processor for as long as a second.
  await pause(order.bytes / 16_000)
  await watcher.run({ begin: { url: `${order.to.address}/health` } })
  const uploaded = await uploader.run(order)
  return { ...uploaded, wait: (await watcher.run({ end: true }))! }
}
