import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listingPage } from '../pages/listing.ts'

/** The same listing of 20 KB under every address. */
const page = Buffer.from(listingPage(20_000))

const server = createServer((_request, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length })
    .end(page)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ address: `http://127.0.0.1:${port}`, key: '', path: '/' })
})
