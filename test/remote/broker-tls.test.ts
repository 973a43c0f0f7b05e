import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { keepConnected } from '../../server/remote/connect.ts'
import { until } from '../http/support/until.ts'

/** What a broker that speaks no TLS says first. */
const INFO = { server_id: 'plain', version: '2.10.0', max_payload: 1_048_576, headers: true, proto: 1 }

test('a broker whose address begins with tls:// is told nothing in plain text', async t => {
  let heard = ''
  const broker = createServer(socket => {
    socket.write(`INFO ${JSON.stringify(INFO)}\r\n`)
    socket.on('data', bytes => {
      heard += bytes
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(broker, 'listening')
  t.after(() => broker.close())

  const errors: string[] = []
  const { port } = broker.address() as AddressInfo
  const address = { url: `tls://127.0.0.1:${port}`, creds: null, ca: null }
  const connection = keepConnected(address, {
    name: 'test',
    inbox: '_INBOX_test',
    use: async () => undefined,
    report: error => errors.push(error.message),
  })
  t.after(() => connection.stop())
  await until(async () => errors.length > 0 || heard !== '')
  assert.equal(heard, '')
  assert.match(errors[0]!, /tls/)
  assert.equal(connection.isConnected(), false)
})
