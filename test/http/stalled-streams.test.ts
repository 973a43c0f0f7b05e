import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeEvents } from '../../server/http/encode-events.ts'
import { dropStalled, send } from '../../server/http/send.ts'
import { sendStream } from '../../server/http/serve-operations.ts'

const LONG = 'x'.repeat(100_000)
/** More events than the socket buffers of both sides can hold. */
const MANY_ROWS = 1_000
const STALLED_MS = 300
/** Longer than a reader would ever pause, even on a busy machine. */
const LONG_ENOUGH_MS = 30_000

let ended = 0
let told = 0
async function* yieldMany() {
  try {
    for (told = 0; told < MANY_ROWS; told++) yield { told, LONG }
  } finally {
    ended++
  }
}

async function* yieldSeldom() {
  for (let i = 0; i < 4; i++) {
    yield { i }
    await delay(STALLED_MS / 2)
  }
}

/** The socket timeout of the large answer, in milliseconds. */
let allowedMs: number | undefined
let answered = Promise.withResolvers<ServerResponse>()
const server = createServer((req, res) => {
  answered.resolve(res)
  if (req.url?.startsWith('/large')) {
    send(req, res, 200, {}, Buffer.alloc(100_000_000))
    allowedMs = res.socket!.timeout
    return dropStalled(res, req.url === '/large' ? STALLED_MS : LONG_ENOUGH_MS)
  }
  const events = req.url === '/many' ? yieldMany() : yieldSeldom()
  void sendStream(req, res, 200, {}, encodeEvents(events, { stalledMs: STALLED_MS }))
})
before(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
after(() => {
  server.closeAllConnections()
  server.close()
})

function ask(path: string) {
  answered = Promise.withResolvers()
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: local\r\n\r\n`)
  return socket
}

test('a stream whose client does not read is dropped, and stops reading its events', async () => {
  const before = ended
  const socket = ask('/many').pause()
  const res = await answered.promise
  await new Promise(resolve => res.once('close', resolve))
  assert.equal(res.writableFinished, false)
  assert.ok(told < MANY_ROWS, `${told} events had been taken`)
  assert.equal(ended, before + 1)
  socket.destroy()
})

test('a stream whose client reads is sent to its end, however rare its events are', async () => {
  const socket = ask('/seldom').resume()
  const res = await answered.promise
  await new Promise(resolve => res.once('close', resolve))
  assert.equal(res.writableFinished, true)
  socket.destroy()
})

test('a large answer whose client does not read is dropped', async () => {
  const socket = ask('/large').pause()
  const res = await answered.promise
  await new Promise(resolve => res.once('close', resolve))
  assert.equal(res.writableFinished, false)
  assert.equal(allowedMs, 120_000)
  socket.destroy()
})

test('a large answer whose client reads is sent completely', async () => {
  const socket = ask('/large-and-read')
  let bytes = 0
  socket.on('data', data => {
    bytes += data.length
  })
  const res = await answered.promise
  await new Promise(resolve => res.once('finish', resolve))
  socket.end()
  await new Promise(resolve => socket.once('close', resolve))
  assert.ok(bytes > 100_000_000)
})
