import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listingPage } from '../pages/listing.ts'

/** Listings of 20 KB with the same template and different words. The number in the address selects one. */
const pages = Array.from({ length: 100 }, (_, seed) => Buffer.from(listingPage(20_000, seed)))

const server = createServer(({ url }, response) => {
  const page = pages[Number(/\d+$/.exec(url!)?.[0] ?? 0) % pages.length]!
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length })
    .end(page)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ address: `http://127.0.0.1:${port}`, key: '', path: '/' })
})
