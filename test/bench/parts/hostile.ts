import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOnce } from '../contestants.ts'
import { HOSTILE } from '../pages/hostile.ts'
import { listingPage } from '../pages/listing.ts'
import { tablePage } from '../pages/table.ts'
import { report } from '../report.ts'
import type { Reading } from '../servers/page-reader.ts'

const BYTES = 16_000_000
const TIMES = 3

/** Pages of 16 MB that are made to keep a reader busy, against a listing and a table of that size. */
export async function hostile(folder: string) {
  const file = join(folder, 'hostile.html')
  const msOf = async (text: string): Promise<number> => {
    writeFileSync(file, text)
    return ((await runOnce('./servers/page-reader.ts', 'winnow', file, String(TIMES))) as Reading).ms
  }
  const normal = await msOf(listingPage(BYTES))
  const dense = await msOf(tablePage(BYTES))
  const rowOf = (ms: number) => ({
    ms: Math.round(ms),
    'of a listing': Number((ms / normal).toFixed(1)),
    'of a table': Number((ms / dense).toFixed(1)),
  })
  const rows: Record<string, object> = { listing: rowOf(normal), table: rowOf(dense) }
  for (const [name, make] of Object.entries(HOSTILE)) rows[name] = rowOf(await msOf(make(BYTES)))
  report('Hostile pages of 16 MB', rows)
}
