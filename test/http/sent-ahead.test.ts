import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
const sampleCall = createSampleCall()

before(async () => {
  winnow = await startTestApp({}, sampleCall.more)
})
after(() => winnow.stop())

const bytesOf = (fields: object, connection = 'keep-alive') => {
  const body = JSON.stringify(fields)
  return `POST /v1/sample-call HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${winnow.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: ${connection}\r\n\r\n${body}`
}

/** Opens a connection. `text` resolves to everything received once it is closed. */
function open() {
  const socket = connect(Number(new URL(winnow.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', data => {
    text += data
  })
  return { socket, text: once(socket, 'close').then(() => text) }
}

describe('pipelined requests on one connection', () => {
  test('run one after another, and are answered in order', async () => {
    const before = sampleCall.runs()
    const { socket, text } = open()
    socket.write(bytesOf({ wait: true }) + bytesOf({ outcome: 'unreadable' }) + bytesOf({}, 'close'))
    await sampleCall.gate.waiting(1)
    assert.equal((await winnow.call('/v1/sample-call', { json: {} })).status, 200)
    assert.equal(sampleCall.runs(), before + 2)
    sampleCall.gate.open()
    const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    assert.deepEqual(statuses, ['200', '422', '200'])
  })

  test('do not run when the connection is dropped before their turn', async () => {
    const before = sampleCall.runs()
    const { socket, text } = open()
    socket.write(bytesOf({ wait: true }) + bytesOf({}))
    await sampleCall.gate.waiting(1)
    socket.destroy()
    await text
    await sampleCall.gate.waiting(0)
    assert.equal((await winnow.call('/v1/sample-call', { json: {} })).status, 200)
    assert.equal(sampleCall.runs(), before + 2)
  })
  test('are answered before what is not HTTP behind them, which is refused once', async () => {
    const { socket, text } = open()
    socket.write(`${bytesOf({ wait: true })}${bytesOf({})}GARBAGE\r\n\r\n`)
    await sampleCall.gate.waiting(1)
    socket.write('MORE GARBAGE\r\n\r\n')
    sampleCall.gate.open()
    const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    assert.deepEqual(statuses, ['200', '200', '400'])
  })

  test('are answered before a request for a tunnel behind them, and end when the connection is dropped', async () => {
    const tunnel = 'CONNECT a.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    const { socket, text } = open()
    socket.write(bytesOf({ wait: true }) + tunnel)
    await sampleCall.gate.waiting(1)
    sampleCall.gate.open()
    const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    assert.deepEqual(statuses, ['200', '400'])
    const dropped = open()
    dropped.socket.write(bytesOf({ wait: true }) + tunnel)
    await sampleCall.gate.waiting(1)
    dropped.socket.resetAndDestroy()
    await dropped.text.catch(() => '')
    await sampleCall.gate.waiting(0)
  })

  test('that are not HTTP do not end up in the stream of an answer', async () => {
    const { socket, text } = open()
    socket.write(`GET /v1/updates HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${winnow.key}\r\n\r\n`)
    await once(socket, 'data')
    socket.write('GARBAGE\r\n\r\n')
    assert.equal((await winnow.call('/v1/sample-call', { json: {} })).status, 200)
    socket.end()
    assert.doesNotMatch(await text, /HTTP\/1\.1 400/)
  })
})
