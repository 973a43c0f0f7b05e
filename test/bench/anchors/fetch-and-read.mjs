// What the service cannot surpass without a faster client or reader: undici and our reader in one process, which keeps,
// pays for and reports nothing.
import { listingSchema } from '../pages/listing.ts'
import { tellRun } from './tell-run.mjs'

const [origin, count, times] = process.argv.slice(2)
const { Pool } = await import('undici')
const { compileParser } = await import('../../../server/parsers/compile/compile-parser.ts')
const { runParser } = await import('../../../server/parsers/run-parser.ts')

async function fetchAndRead() {
  const parser = compileParser(listingSchema)
  const pool = new Pool(origin, { connections: 16 })
  let next = 0
  let rows = 0
  const loop = async () => {
    while (next < Number(count)) {
      const { body } = await pool.request({ path: `/p/${next++}`, method: 'GET' })
      rows += runParser(parser, { text: Buffer.from(await body.arrayBuffer()) }).data.rows.length
    }
  }
  await Promise.all(Array.from({ length: 16 }, loop))
  await pool.close()
  return rows
}

await tellRun(fetchAndRead, Number(times))
