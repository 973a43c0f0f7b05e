import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { exchange } from '../support/wire.ts'
import { rawRequest } from './support/raw-request.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({ allowed_hosts: ['winnow.lan'] })
})
after(() => winnow.stop())

async function ask(host: string, path = '/v1/credits', method = 'GET') {
  const headers = { host, 'x-api-key': winnow.key, authorization: `Bearer ${winnow.app.adminToken}` }
  const { client, answer } = rawRequest(winnow.url + path, { method, headers })
  client.end()
  return answer
}

describe('a foreign Host gets 403', () => {
  for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.1.5', '127.0.0.1@evil.example', 'winnow.lan.']) // biome-ignore format: a list
    test(`"${host}"`, async () => {
      const { status, text } = await ask(host)
      assert.equal(status, 403)
      assert.equal(JSON.parse(text).error, 'This Host is not allowed.')
    })

  for (const [method, path] of [
    ['GET', '/v1/apis'],
    ['GET', '/health'],
    ['GET', '/admin/status'],
    ['OPTIONS', '/v1/credits'],
    ['GET', '/nothing'],
    ['PUT', '/v1/credits'],
  ] as const)
    test(`on every route: ${method} ${path}`, async () => {
      assert.equal((await ask('evil.example', path, method)).status, 403)
    })
})

for (const hosts of [['127.0.0.1', 'evil.example'], ['evil.example', '127.0.0.1'], ['localhost', 'localhost']]) // biome-ignore format: a list
  test(`several Host headers get 400: ${hosts.join(', ')}`, async () => {
    const head = ['GET /v1/apis HTTP/1.1', ...hosts.map(host => `Host: ${host}`), '', '']
    const pieces = [Buffer.from(head.join('\r\n'))]
    const outcome = await exchange(Number(new URL(winnow.url).port), { pieces, isWhole: true })
    assert.ok('answer' in outcome)
    assert.deepEqual([outcome.answer.status, JSON.parse(String(outcome.answer.body)).field], [400, 'Host'])
  })

for (const [target, status] of [
  ['http://evil.example/v1/credits', 403],
  ['http://127.0.0.1@evil.example/v1/credits', 403],
  ['ws://evil.example', 403],
  ['http://localhost:80/v1/credits', 200],
] as const)
  test(`a request target that is an absolute URL is checked by its own host, whatever the Host header is: ${target}`, async () => {
    const { port } = new URL(winnow.url)
    const head = [`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `X-API-Key: ${winnow.key}`, '', '']
    const outcome = await exchange(Number(port), { pieces: [Buffer.from(head.join('\r\n'))], isWhole: true })
    assert.ok('answer' in outcome)
    assert.equal(outcome.answer.status, status)
  })

describe('a Host of the service is accepted', () => {
  for (const host of ['127.0.0.1', '127.0.0.1:9999', 'localhost', 'LOCALHOST:1', '[::1]', '[::1]:80', 'winnow.lan', 'Winnow.LAN:8787']) // biome-ignore format: a list
    test(host, async () => assert.equal((await ask(host)).status, 200))

  test('as soon as the owner adds it to `allowed_hosts`', async () => {
    const service = await startTestApp()
    const status = async () => {
      const { client, answer } = rawRequest(`${service.url}/health`, { headers: { host: 'later.lan' } })
      client.end()
      return (await answer).status
    }
    assert.equal(await status(), 403)
    await service.admin('/admin/settings/allowed_hosts', { value: ['Later.lan'] })
    assert.equal(await status(), 200)
    await service.stop()
  })
})
