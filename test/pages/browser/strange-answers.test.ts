import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decodeText } from '../../../server/pages/charset.ts'
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

  const PRI = Buffer.from([0xcf, 0xf0, 0xe8])
  const texts: [type: string, sent: string | Buffer, text: string][] = [
    ['text/plain', '{"name": "Zażółć"}', '{"name": "Zażółć"}'],
    ['text/plain', Buffer.from('{"name": "Café"}', 'latin1'), '{"name": "Café"}'],
    ['text/plain; charset=windows-1251', PRI, 'При'],
    ['application/json; charset=iso-8859-1', Buffer.from('{"name": "Café"}', 'latin1'), '{"name": "Café"}'],
    ['text/xml', Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'), PRI, Buffer.from('</a>')]), '<?xml version="1.0" encoding="windows-1251"?><a>При</a>'],
  ] // biome-ignore format: a table
  for (const [type, sent, text] of texts)
    test(`of type ${type} is read in the charset of “${text.slice(-12)}”, as a page and as its data`, async t => {
      const { browser, site } = await start(t)
      site.on('/', { body: `<script>fetch('/data')</script>` })
      site.on('/data', { headers: { 'content-type': type }, body: sent })
      const { kept } = await browser.open({ url: site.url, keepData: true })
      const page = await browser.open({ url: `${site.url}/data` })
      for (const { bytes, contentType } of [...kept, page]) assert.equal(decodeText(bytes, contentType), text)
      assert.equal(kept.length, 1)
    })
})
