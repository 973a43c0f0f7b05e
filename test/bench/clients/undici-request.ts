// The anchor `undici.request`: a pool, a request, the body as a Buffer. No guard, no caps, no deadline.
import { Pool } from 'undici'
import { serveRounds } from './serve-rounds.ts'

let pool: Pool | undefined

serveRounds(async (origin, path) => {
  pool ??= new Pool(origin, { connections: 16, pipelining: 1 })
  const { body } = await pool.request({ path, method: 'GET', headers: { 'accept-encoding': 'gzip, br' } })
  return Buffer.from(await body.arrayBuffer()).length
})
