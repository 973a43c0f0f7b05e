import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { type BrokerAddress, keepConnected } from '../../server/remote/connect.ts'
import { until } from '../http/support/until.ts'
import { noBroker, startBroker } from '../support/nats-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** What a broker without TLS sends first. */
const INFO = { server_id: 'plain', version: '2.10.0', max_payload: 1_048_576, headers: true, proto: 1 }

test('a client never sends plain text to a broker with a `tls://` address', async t => {
  let received = ''
  const broker = createServer(socket => {
    socket.write(`INFO ${JSON.stringify(INFO)}\r\n`)
    socket.on('data', bytes => {
      received += bytes
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
  await until(async () => errors.length > 0 || received !== '')
  assert.equal(received, '')
  assert.match(errors[0]!, /^There is no connection to the broker tls:.*tls/)
  assert.equal(connection.isConnected(), false)
})

for (const [file, says] of [
  ['creds', 'The credentials for the broker cannot be read.'],
  ['ca', 'The certificate for the broker cannot be read.'],
] as const)
  for (const [path, why] of [
    ['/none', '/none does not exist, or its folder does not.'],
    [tempFolder(), 'is a folder. Name a file.'],
  ] as const)
    test(`a connection explains that ${path === '/none' ? 'no file' : 'a folder'} is at the path of \`${file}\``, async t => {
      const address: BrokerAddress = { url: 'nats://127.0.0.1:1', creds: null, ca: null, [file]: path }
      const { promise, resolve } = Promise.withResolvers<Error>()
      const use = async () => undefined
      const connection = keepConnected(address, { name: 'test', inbox: '_INBOX_test', use, report: resolve })
      t.after(() => connection.stop())
      const { message } = await promise
      assert.ok(message.startsWith(says) && message.endsWith(why), message)
    })

test('a connection explains that a file contains no credentials', async t => {
  const creds = join(tempFolder(), 'creds')
  writeFileSync(creds, 'SUnothing\n')
  const address: BrokerAddress = { url: 'nats://127.0.0.1:1', creds, ca: null }
  const { promise, resolve } = Promise.withResolvers<Error>()
  const use = async () => undefined
  const connection = keepConnected(address, { name: 'test', inbox: '_INBOX_test', use, report: resolve })
  t.after(() => connection.stop())
  assert.match((await promise).message, /creds holds no credentials for the broker/)
})

test('a feature that the broker lacks is reported once, not at each attempt', { skip: noBroker }, async t => {
  const broker = await startBroker()
  const errors: string[] = []
  let uses = 0
  const address: BrokerAddress = { url: broker.url, creds: null, ca: null }
  const connection = keepConnected(address, {
    name: 'test',
    inbox: '_INBOX_test',
    async use() {
      uses++
      throw new Error('jetstream is not enabled')
    },
    report: error => errors.push(error.message),
  })
  t.after(async () => {
    await connection.stop()
    await broker.stop()
  })
  await until(async () => uses >= 3)
  assert.deepEqual(errors, ['jetstream is not enabled'])
})

/** The outcome of a connection to a broker at 127.0.0.1 whose certificate is for `subject`: null, or the reported error. */
async function connectTo127(subject: string) {
  const folder = tempFolder()
  const [certificate, key] = [join(folder, 'broker.pem'), join(folder, 'broker-key.pem')]
  const names = ['-subj', '/CN=broker', '-addext', `subjectAltName=${subject}`]
  const files = ['-keyout', key, '-out', certificate]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...files], { stdio: 'ignore' })
  const broker = await startBroker({ config: `tls { cert_file: "${certificate}", key_file: "${key}" }` })
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  const address = { url: `tls://127.0.0.1:${broker.port}`, creds: null, ca: certificate }
  const use = async () => resolve(null)
  const connection = keepConnected(address, { name: 'test', inbox: '_INBOX_test', use, report: resolve })
  const outcome = await promise
  await connection.stop()
  await broker.stop()
  return outcome
}

test('the certificate of a broker that is named by its IP address must be for that address', {
  skip: noBroker,
}, async () => {
  assert.equal(await connectTo127('IP:127.0.0.1'), null)
  for (const other of ['IP:127.0.0.2', 'DNS:localhost'])
    assert.match(
      String(await connectTo127(other)),
      /127\.0\.0\.1 is not in the cert's list.*Name the broker as/,
    )
})

test('a broker that ends is reported each time, but not if this side ends the connection', {
  skip: noBroker,
}, async t => {
  const broker = await startBroker()
  t.after(() => broker.stop())
  const errors: string[] = []
  const address: BrokerAddress = { url: broker.url, creds: null, ca: null }
  const report = ({ message }: Error) => errors.push(message)
  const use = async () => undefined
  const connection = keepConnected(address, { name: 'test', inbox: '_INBOX_test', use, report })
  const loss = `The connection to the broker 127.0.0.1:${broker.port} broke. It is restored as soon as the broker answers.`
  for (const losses of [[loss], [loss, loss]]) {
    await until(async () => connection.isConnected())
    await broker.restart()
    await until(async () => connection.isConnected() && errors.length === losses.length)
    assert.deepEqual(errors, losses)
  }
  await connection.stop()
  assert.deepEqual(errors, [loss, loss])
})
