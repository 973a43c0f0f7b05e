// The anchor `fetch only` of section 4: a pool of undici and 16 loops; no page is read, none is kept.
import { tellRun } from './tell-run.mjs'

const [origin, count, times] = process.argv.slice(2)
const { Pool } = await import('undici')

async function fetchAll() {
  const pool = new Pool(origin, { connections: 16 })
  let at = 0
  let rows = 0
  const loop = async () => {
    while (at < Number(count)) {
      const { body } = await pool.request({ path: `/p/${at++}`, method: 'GET' })
      rows += (await body.text()).length ? 40 : 0
    }
  }
  await Promise.all(Array.from({ length: 16 }, loop))
  await pool.close()
  return rows
}

await tellRun(fetchAll, Number(times))
