import { decodeText } from '../../../server/pages/charset.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'
import { createExtraction } from '../../../server/threads/extraction.ts'
import { median } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { listingPage, listingSchema } from '../pages/listing.ts'
import { report } from '../report.ts'

const SIZES = [5_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]
const REPETITIONS = 100
const TYPE = 'text/html'

/**
 * Reads the same page on the main thread and in a worker thread alternately, to find the size from which a thread is
 * worthwhile.
 */
export async function place() {
  const extraction = createExtraction({ threads: 2, timeoutMs: () => 60_000, maxAnswerMb: () => 64 })
  const parser = compileParser(listingSchema)
  // A parser that is not plain always runs in a thread.
  const schema = { fields: { ...listingSchema.fields, title: { css: 'title', pattern: '.' } } }
  const contestants = {
    here: (page: Uint8Array) => runParser(parser, { text: decodeText(page, TYPE) }),
    there: (bytes: Uint8Array) =>
      extraction.parse({
        key: 'listing',
        schema,
        bytes,
        contentType: TYPE,
        trace: false,
        owner: { account: 'acc', caller: 'key' },
      }),
  }
  const compare = (page: Buffer) =>
    inTurn(contestants, read => measureMs(read, Uint8Array.from(page)), REPETITIONS)
  const rows: Record<string, object> = {}
  try {
    // Warms up the code. Otherwise the first size would be read by code that is not compiled yet.
    await compare(Buffer.from(listingPage(SIZES[0]!)))
    for (const size of SIZES) {
      const page = Buffer.from(listingPage(size))
      const { here, there } = await compare(page)
      rows[`${Math.round(page.length / 1000)} KB`] = {
        'on the spot, ms': Number(median(here).toFixed(2)),
        'in a thread, ms': Number(median(there).toFixed(2)),
      }
    }
  } finally {
    await extraction.close()
  }
  report('A page read on the spot and in a thread', rows)
}

async function measureMs(read: (page: Uint8Array) => unknown, page: Uint8Array): Promise<number> {
  const startedAt = performance.now()
  await read(page)
  return performance.now() - startedAt
}
