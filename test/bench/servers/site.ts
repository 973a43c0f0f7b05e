import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Pages of a given size, `/1024` and so on, each made once. */
const pages = new Map<string, Buffer>()

const pageOf = (path: string) => {
  const page = pages.get(path) ?? Buffer.alloc(Number(path.slice(1)), '<p>A page to fetch.</p>\n')
  pages.set(path, page)
  return page
}

const server = createServer((request, response) => {
  const page = pageOf(request.url!)
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length })
    .end(page)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ address: `http://127.0.0.1:${port}`, key: '', path: '/' })
})
