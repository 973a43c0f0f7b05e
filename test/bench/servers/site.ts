import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { listingPage } from '../pages/listing.ts'

interface Answer {
  headers: Record<string, string | number>
  body: Buffer
}

/** Pages of a given size, created on first request: `/1024` and so on, with gzip `/1024.gz`. */
const answers = new Map<string, Answer>()

function makeAnswer(path: string): Answer {
  const [, bytes, gzip] = /^\/(\d+)(\.gz)?$/.exec(path)!
  const page = Buffer.from(listingPage(Number(bytes))).subarray(0, Number(bytes))
  const body = gzip ? gzipSync(page) : page
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(gzip && { 'content-encoding': 'gzip' }),
  }
  return { headers, body }
}

function answerOf(path: string): Answer {
  const answer = answers.get(path) ?? makeAnswer(path)
  answers.set(path, answer)
  return answer
}

const server = createServer((request, response) => {
  const { headers, body } = answerOf(request.url!)
  response.writeHead(200, headers).end(body)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ address: `http://127.0.0.1:${port}`, key: '', path: '/' })
})
