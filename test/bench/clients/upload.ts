import http from 'node:http'
import type { Contestant } from '../contestants.ts'
import { listingPage } from '../pages/listing.ts'

/**
 * An order to upload a page of `bytes` bytes. The process that uploads has no other heap that could be garbage-collected
 * meanwhile.
 */
export interface UploadOrder {
  to: Pick<Contestant, 'address' | 'path' | 'key'>
  bytes: number
}

/** The data of the answer, and the milliseconds until it arrived. */
export interface UploadResult {
  ms: number
  data: unknown
}

const BOUNDARY = 'bench-7f3a'
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

const bodies = new Map<number, Buffer>()

function bodyOf(bytes: number): Buffer {
  const known = bodies.get(bytes)
  if (known) return known
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="html"; filename="page.html"\r\nContent-Type: text/html\r\n\r\n`
  const body = Buffer.from(`${head}${listingPage(bytes)}\r\n--${BOUNDARY}--\r\n`)
  bodies.set(bytes, body)
  return body
}

/** Uploads a page over a kept-alive connection. */
function upload({ to: { address, path, key }, bytes }: UploadOrder): Promise<UploadResult> {
  const body = bodyOf(bytes)
  const headers = {
    'x-api-key': key,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': body.length,
  }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.request(address + path, { method: 'POST', agent, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const ms = performance.now() - startedAt
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ ms, data: JSON.parse(text) })
        else reject(new Error(`${address}${path} answered ${response.statusCode}: ${text}`))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

process.on('message', async (order: UploadOrder) => process.send?.(await upload(order)))
process.send?.('ready')
