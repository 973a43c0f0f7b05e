import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { UploadOrder, UploadResult } from '../clients/upload.ts'
import type { WaitsOrder, WaitsReport } from '../clients/waits.ts'
import { type Contestant, type RoundProcess, start, startRoundProcess, startWinnow } from '../contestants.ts'
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
/** Uploads of small pages after which neither the services nor the client get any faster. */
const WARM_UP = { bytes: 50_000, times: 1_000 }

/** The process that uploads, and the one that sends other requests meanwhile. */
interface Clients {
  uploader: RoundProcess<UploadOrder, UploadResult>
  watcher: RoundProcess<WaitsOrder, WaitsReport>
}

/**
 * Times a paid parse of an uploaded page and, in separate uploads, the longest that another request waits meanwhile: a service
 * that answers others during an upload takes longer for it. Both services must give the same data.
 */
export async function parse(folder: string) {
  const ours = await startWinnow(join(folder, 'parse'))
  const naive = await start('./anchors/naive-parse.mjs', '')
  const clients: Clients = {
    uploader: await startRoundProcess('./clients/upload.ts'),
    watcher: await startRoundProcess('./clients/waits.ts'),
  }
  const rows: Record<string, object> = {}
  try {
    await warmUp(clients, [ours, naive])
    for (const { name, bytes, uploads, aims } of PAGES) {
      const uploadRounds = await inTurn({ ours, naive }, to => upload(clients, { to, bytes }), uploads)
      const waitRounds = await inTurn({ ours, naive }, to => measureWait(clients, { to, bytes }), uploads)
      for (const { data } of uploadRounds.naive) deepStrictEqual(data, uploadRounds.ours[0]!.data)
      const times = bothOf(uploadRounds, ({ ms }) => ms)
      const waits = bothOf(waitRounds, wait => wait)
      rows[`paid parse of ${name}`] = row(times, 'ms', 'less', ANCHOR, aims?.time)
      rows[`worst wait beside ${name}`] = row(waits, 'ms', 'less', ANCHOR, aims?.wait)
    }
  } finally {
    for (const process of [ours, naive, ...Object.values(clients)]) process.stop()
  }
  report('Uploads, from the first byte to the answer', rows)
}

async function warmUp({ uploader }: Clients, services: Contestant[]) {
  const { bytes, times } = WARM_UP
  for (let i = 0; i < times; i++) for (const to of services) await uploader.run({ to, bytes })
}

async function upload({ uploader }: Clients, order: UploadOrder): Promise<UploadResult> {
  await settle(order)
  return uploader.run(order)
}

/** The longest that another request waits during an upload, in milliseconds. */
async function measureWait({ uploader, watcher }: Clients, order: UploadOrder): Promise<number> {
  await settle(order)
  await watcher.run({ begin: { url: `${order.to.address}/health` } })
  await uploader.run(order)
  return (await watcher.run({ end: true }))!
}

/** Waits for garbage collection: collecting the memory of the previous upload can take up to a second of CPU time. */
const settle = ({ bytes }: UploadOrder) => pause(bytes / 16_000)
