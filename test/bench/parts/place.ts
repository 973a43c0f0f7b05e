import { decodeText } from '../../../server/pages/charset.ts'
import { compileParser } from '../../../server/parsers/compile-parser.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'
import { createExtraction } from '../../../server/workers/extraction.ts'
import { median } from '../contestants.ts'
import { listingPage, listingSchema } from '../pages/listing.ts'
import { report } from '../report.ts'

const SIZES = [5_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]
const TIMES = 100
const TYPE = 'text/html'

/** The same page read on the spot and in a thread, in turn: from which size on a thread is worth its way. */
export async function place() {
  const extraction = createExtraction({ threads: 2, timeoutMs: () => 60_000 })
  const parser = compileParser(listingSchema)
  // A parser that is not plain always goes to a thread.
  const schema = { fields: { ...listingSchema.fields, title: { css: 'title', pattern: '.' } } }
  const inThread = (bytes: Uint8Array) =>
    extraction.parse({ key: 'listing', schema, bytes, contentType: TYPE, trace: false })
  const rows: Record<string, object> = {}
  try {
    for (const size of SIZES) {
      const page = Buffer.from(listingPage(size))
      const times = { here: [] as number[], there: [] as number[] }
      for (let i = 0; i < TIMES; i++) {
        times.here.push(await timed(() => runParser(parser, { text: decodeText(page, TYPE) })))
        const bytes = Uint8Array.from(page)
        times.there.push(await timed(() => inThread(bytes)))
      }
      const [here, there] = [median(times.here), median(times.there)]
      rows[`${Math.round(page.length / 1000)} KB`] = {
        'on the spot, ms': Number(here.toFixed(2)),
        'in a thread, ms': Number(there.toFixed(2)),
      }
    }
  } finally {
    await extraction.close()
  }
  report('A page read on the spot and in a thread', rows)
}

async function timed(read: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await read()
  return performance.now() - startedAt
}
