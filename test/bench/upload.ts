import http from 'node:http'
import type { Contestant } from './contestants.ts'

const BOUNDARY = 'bench-7f3a'
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

const bodyOf = (page: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="html"; filename="page.html"\r\nContent-Type: text/html\r\n\r\n`,
    ),
    page,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** Uploads a page over a kept-alive connection; gives the answer's data and the milliseconds until it was there. */
export function upload(
  { address, path, key }: Contestant,
  page: Uint8Array,
): Promise<{ ms: number; data: unknown }> {
  const body = bodyOf(page)
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
