import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { type Contestant, median, start } from '../contestants.ts'
import { listingPage } from '../pages/listing.ts'
import { row } from '../row.ts'
import { upload } from '../upload.ts'

const UPLOADS = 30
const ANCHOR = 'Express + multer + cheerio in place, no key, no credits'

/** A paid parse of an uploaded page. */
export async function parse(folder: string) {
  const ours = await start('./servers/winnow.ts', join(folder, 'parse'))
  const naive = await start('./anchors/naive-parse.mjs', '')
  try {
    const page = new TextEncoder().encode(listingPage(50_000))
    console.table({
      'paid parse of 50 KB': row(await millisecondsAnUpload(ours, naive, page), 'ms', 'less', ANCHOR),
    })
  } finally {
    for (const contestant of [ours, naive]) contestant.stop()
  }
}

/** Milliseconds of an upload, one at a time, in turn, medians. Both must give the same data. */
async function millisecondsAnUpload(
  ours: Contestant,
  naive: Contestant,
  page: Uint8Array<ArrayBuffer>,
): Promise<[number, number]> {
  deepStrictEqual((await upload(ours, page)).data, (await upload(naive, page)).data)
  const times = { ours: [] as number[], naive: [] as number[] }
  for (let i = 0; i < UPLOADS; i++) {
    times.ours.push((await upload(ours, page)).ms)
    times.naive.push((await upload(naive, page)).ms)
  }
  return [median(times.ours), median(times.naive)]
}
