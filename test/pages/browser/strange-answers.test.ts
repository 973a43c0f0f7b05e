import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { failure } from '../start-fetcher.ts'
import { shareBrowser, textOf } from './start-browser.ts'

/** Starts a server that sends the same bytes to every client. Returns its address. */
async function startServer(t: TestContext, bytes: string | Buffer): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.end(bytes))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('in a browser, an answer', () => {
  const start = shareBrowser()

  for (const status of [
    '000 None',
    '099 What',
    '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: none',
  ])
    test(`with status ${status.slice(0, 3)} is not valid HTTP`, async t => {
      const { browser } = await start(t)
      const url = await startServer(t, `HTTP/1.1 ${status}\r\nContent-Length: 4\r\n\r\npage`)
      await assert.rejects(browser.open({ url }), failure('connection', /not valid HTTP/))
    })

  test('with an encoding of the transfer that is none ends with its connection', async t => {
    const { browser } = await start(t)
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: identity\r\n'
    const url = await startServer(t, `${head}\r\n<h1>Page</h1>`)
    assert.match(textOf(await browser.open({ url, timeoutMs: 10_000 })), /<h1>Page<\/h1>/)
  })

  test('whose transfer is compressed is read', async t => {
    const { browser } = await start(t)
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: gzip\r\n\r\n'
    const url = await startServer(t, Buffer.concat([Buffer.from(head), gzipSync('<h1>Page</h1>')]))
    assert.match(textOf(await browser.open({ url })), /<h1>Page<\/h1>/)
  })

  test('with control characters after its status is read', async t => {
    const { browser } = await start(t)
    const url = await startServer(t, 'HTTP/1.1 200 O\x01K\r\nContent-Length: 13\r\n\r\n<h1>Page</h1>')
    assert.match(textOf(await browser.open({ url })), /<h1>Page<\/h1>/)
  })
})
