import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { callAtOnce } from '../support/at-once.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const post = (path: string, json?: unknown) => ({ path, method: 'POST', ...(json !== undefined && { json }) })

async function create(path: string, json: object): Promise<string> {
  const answer = await service.call(path, { json })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.id
}

const totalOf = async (path: string) => (await service.call(`${path}?count=true`)).json.total

describe('restoring deleted records at once never exceeds the limit', () => {
  const cron = {
    name: 'A cron',
    expression: '0 9 * * *',
    timezone: 'UTC',
    target: { type: 'api', id: 'videosite-channel', input: { handle: '@channel' } },
  }
  const kinds: [path: string, limit: number, body: (name: string) => object][] = [
    ['/v1/crons', 5, name => ({ ...cron, name })],
    ['/v1/webhooks', 100, () => ({ url: 'https://hooks.example/in', events: ['job.*'] })],
    ['/v1/sessions', 200, name => ({ name, hosts: ['shop.example'] })],
  ]
  for (const [path, limit, body] of kinds)
    test(`of ${path}`, async () => {
      await service.admin('/admin/accounts/default', { limits: { crons: 5 } })
      const deleted = await Promise.all(['a', 'b', 'c'].map(name => create(path, body(name))))
      for (const id of deleted) await service.call(`${path}/${id}`, { method: 'DELETE' })
      for (let i = 1; i < limit; i++) await create(path, body(`kept ${i}`))
      const restored = await callAtOnce(
        service,
        deleted.map(id => post(`${path}/${id}/restore`)),
      )
      assert.deepEqual(restored.map(({ status }) => status).sort(), [200, 409, 409])
      assert.equal(await totalOf(path), limit)
    })
})
