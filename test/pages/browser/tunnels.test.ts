import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { testChromium } from '../../support/chromium.ts'
import { startLocalProxy } from '../../support/local-proxy.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../test-certificate.ts'
import { startBrowser, textOf } from './start-browser.ts'

/** A page over TLS that shows the greeting of a WebSocket of the same site. */
const PAGE = `<p></p><script>
  const socket = new WebSocket('wss://' + location.host)
  socket.onmessage = ({ data }) => { document.querySelector('p').outerHTML = '<p>' + data + '</p><hr>' }
</script>`

for (const through of ['straight', 'through a proxy'])
  test(`a page over TLS and its WebSocket can be reached ${through}`, async t => {
    const site = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) =>
      response.setHeader('content-type', 'text/html').end(PAGE),
    ).listen(0, '127.0.0.1')
    site.on('upgrade', (request, socket) => {
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
      const accept = createHash('sha1').update(key).digest('base64')
      const head = `HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
      socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x81, 5]), Buffer.from('hello')]))
    })
    await once(site, 'listening')
    const proxy = await startLocalProxy()
    const chromium = await testChromium()
    const own = { ...chromium, args: [...chromium.args, '--ignore-certificate-errors'] }
    const allowHosts = ['shop.test']
    const set = through === 'straight' ? {} : { proxy: proxy.url }
    const browser = await startBrowser({ own, allowHosts, ...set })
    t.after(async () => {
      await browser.close()
      await proxy.close()
      site.closeAllConnections()
      site.close()
    })
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    t.after(() => process.off('warning', note))
    const { port } = site.address() as AddressInfo
    const page = await browser.open({ url: `https://shop.test:${port}/`, waitFor: 'hr' })
    assert.deepEqual(warnings, [])
    assert.match(textOf(page), /<p>hello<\/p>/)
    assert.equal(proxy.asked.length > 0, through !== 'straight')
  })

test('a connection that a proxy never answers is closed with the page that needed it', async t => {
  const cancel = new AbortController()
  const closed = Promise.withResolvers<void>()
  const server = createTcpServer(socket => {
    socket.on('error', () => {}).on('close', () => closed.resolve())
    socket.once('data', () => cancel.abort())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const browser = await startBrowser({ allowHosts: ['shop.test'], proxy: `http://127.0.0.1:${port}` })
  t.after(async () => {
    await browser.close()
    server.close()
  })
  await assert.rejects(browser.open({ url: 'https://shop.test/', signal: cancel.signal }))
  await closed.promise
})

test('a proxy that closes the connection is named, and differs from one that cannot be reached', async t => {
  const server = createTcpServer(socket =>
    socket.on('error', () => {}).once('data', () => socket.destroy()),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const browser = await startBrowser({ allowHosts: ['shop.test'], proxy: `http://127.0.0.1:${port}` })
  t.after(async () => {
    await browser.close()
    server.close()
  })
  for (const url of ['https://shop.test/', 'http://shop.test/'])
    await assert.rejects(browser.open({ url }), {
      message: `The proxy 127.0.0.1:${port} closed the connection.`,
      isOut: false,
    })
})

test('a site whose answer is not valid HTTP does not pause the proxies', async t => {
  const server = createTcpServer(socket =>
    socket
      .on('error', () => {})
      .once('data', data => {
        const isBad = data.includes('bad.test')
        socket.end(isBad ? 'hello\r\n' : 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Page</h1>')
      }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = `http://127.0.0.1:${port},http://localhost:${port}`
  const browser = await startBrowser({ allowHosts: ['bad.test', 'shop.test'], proxy })
  t.after(async () => {
    await browser.close()
    server.close()
  })
  await assert.rejects(browser.open({ url: 'http://bad.test/' }), {
    message: /^The proxy (?:127\.0\.0\.1|localhost):\d+ sent an answer that is not valid HTTP\.$/,
  })
  assert.match(textOf(await browser.open({ url: 'http://shop.test/' })), /<h1>Page/)
})
