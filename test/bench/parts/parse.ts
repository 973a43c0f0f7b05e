import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { type Contestant, median, start } from '../contestants.ts'
import { listingPage } from '../pages/listing.ts'
import { report } from '../report.ts'
import { row } from '../row.ts'
import { upload } from '../upload.ts'
import { watchWaits } from '../waits.ts'

const ANCHOR = 'Express + multer + cheerio in place, no key, no credits'
const PAGES: [name: string, bytes: number, uploads: number][] = [
  ['50 KB', 50_000, 30],
  ['500 KB', 500_000, 15],
  ['2 MB', 2_000_000, 7],
  ['16 MB', 16_000_000, 3],
]

/** A paid parse of an uploaded page, and how long other requests waited meanwhile, at worst. */
export async function parse(folder: string) {
  const ours = await start('./servers/winnow.ts', join(folder, 'parse'))
  const naive = await start('./anchors/naive-parse.mjs', '')
  const rows: Record<string, object> = {}
  try {
    for (const [name, bytes, uploads] of PAGES) {
      const page = new TextEncoder().encode(listingPage(bytes))
      const { times, waits } = await inTurn([ours, naive], page, uploads)
      rows[`paid parse of ${name}`] = row(times, 'ms', 'less', ANCHOR)
      rows[`worst wait beside ${name}`] = row(waits, 'ms', 'less', ANCHOR)
    }
  } finally {
    for (const contestant of [ours, naive]) contestant.stop()
  }
  report('Uploads, from the first byte to the answer', rows)
}

/** One upload at a time, in turn, medians. Both must give the same data. */
async function inTurn(contestants: [Contestant, Contestant], page: Uint8Array<ArrayBuffer>, uploads: number) {
  const [first, second] = [await upload(contestants[0], page), await upload(contestants[1], page)]
  deepStrictEqual(first.data, second.data)
  const times: [number[], number[]] = [[], []]
  const waits: [number[], number[]] = [[], []]
  for (let i = 0; i < uploads; i++)
    for (const [at, contestant] of contestants.entries()) {
      const worst = watchWaits(`${contestant.address}/health`)
      times[at]!.push((await upload(contestant, page)).ms)
      waits[at]!.push(await worst())
    }
  const medians = ([mine, theirs]: [number[], number[]]): [number, number] => [median(mine), median(theirs)]
  return { times: medians(times), waits: medians(waits) }
}
