// The anchor `undici.request`: a pool, a request, the body as a Buffer. No guard, no caps, no deadline.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Pool } from 'undici'
import { serveRounds } from './serve-rounds.ts'

const unpack = promisify(gunzip)
let pool: Pool | undefined

serveRounds(async (origin, path) => {
  pool ??= new Pool(origin, { connections: 16, pipelining: 1 })
  const { headers, body } = await pool.request({
    path,
    method: 'GET',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  return (headers['content-encoding'] ? await unpack(bytes) : bytes).length
})
