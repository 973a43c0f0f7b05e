import { deepStrictEqual } from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOnce } from '../contestants.ts'
import { listingPage } from '../pages/listing.ts'
import { tablePage } from '../pages/table.ts'
import { report } from '../report.ts'
import type { Reading } from '../servers/page-reader.ts'

const READERS = ['winnow', 'cheerio', 'htmlparser2 + css-select', 'parse5 + css-select']
const PAGES: [name: string, text: string, times: number][] = [50_000, 500_000, 2_000_000, 16_000_000].flatMap(
  (bytes): [string, string, number][] => [
    [`listing of ${bytes / 1000} KB`, listingPage(bytes), timesFor(bytes)],
    [`table of ${bytes / 1000} KB`, tablePage(bytes), timesFor(bytes)],
  ],
)

function timesFor(bytes: number): number {
  return bytes > 4_000_000 ? 3 : bytes > 400_000 ? 9 : 25
}

/** Reading a page whose bytes are in memory: 12 fields, and rows of 6 fields. All give the same data. */
export async function page(folder: string) {
  for (const [name, text, times] of PAGES) {
    const file = join(folder, 'page.html')
    writeFileSync(file, text)
    const readings: [string, Reading][] = []
    for (const reader of READERS) readings.push([reader, await readBy(reader, file, times)])
    const ours = readings[0]![1]
    for (const [, { data }] of readings) deepStrictEqual(data, ours.data)
    const rows = readings.map(([reader, reading]) => [reader, rowOf(reading, ours)])
    report(`Reading a ${name}`, Object.fromEntries(rows))
  }
}

const readBy = async (reader: string, file: string, times: number): Promise<Reading> =>
  (await runOnce('./servers/page-reader.ts', reader, file, String(times))) as Reading

const rowOf = ({ ms, cpuMs, growthMb }: Reading, ours: Reading) => ({
  'ms, median': Number(ms.toFixed(1)),
  'winnow to it': Number((ours.ms / ms).toFixed(3)),
  'CPU ms': Number(cpuMs.toFixed(1)),
  'CPU of winnow to it': Number((ours.cpuMs / cpuMs).toFixed(3)),
  'growth in MB': Math.round(growthMb),
  'growth of winnow to it': Number((ours.growthMb / growthMb).toFixed(2)),
})
