import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Services } from '../../server/operations/services.ts'
import { until } from '../http/support/until.ts'
import { withEnoughTime } from '../support/enough-time.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let services: Services
let site: LocalSite
let body: Record<string, unknown>

before(async () => {
  site = await startLocalSite()
  site.on('/page', { body: '<h1>Kettle</h1>' })
  site.on('/hook', { status: 204 })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] }, appServices => {
    services = appServices
    return []
  })
  const parser = await service.parser({ fields: { title: 'h1' } })
  const target = { type: 'parser', id: parser, input: { url: `${site.url}/page` } }
  body = { name: 'test', expression: '0 0 1 1 *', timezone: 'UTC', target }
})
after(async () => {
  await service.stop()
  await site.close()
})

/** Sends calls with this key. */
const as =
  (key: string) =>
  (path: string, sent: Parameters<TestApp['call']>[1] = {}) =>
    service.call(path, { ...sent, headers: { 'x-api-key': key, ...sent.headers } })

async function keyOf(options: Record<string, unknown>): Promise<{ id: string; secret: string }> {
  const created = await service.admin('/admin/keys', options)
  assert.equal(created.status, 201, created.text)
  return created.json
}

const readCron = async (id: string) => (await service.call(`/v1/crons/${id}`)).json

/** Makes the cron due now, as if it were time for its tick. */
async function fire(id: string) {
  const { next_at } = services.store.crons.read(id)!
  const at = Date.now()
  await services.store.write(() => services.store.crons.advance(id, next_at!, { at, dueAt: at }))
  services.crons.wake()
}

describe('a key with the scope `manage` but not `run`', () => {
  let call: ReturnType<typeof as>
  beforeEach(async () => {
    call = as((await keyOf({ scopes: ['read', 'manage'] })).secret)
  })

  test('cannot create, replace, resume or restore a cron', async () => {
    const { id } = (await service.call('/v1/crons', { json: body })).json
    const refused = [
      await call('/v1/crons', { json: body }),
      await call(`/v1/crons/${id}`, { method: 'PUT', json: body }),
    ]
    await call(`/v1/crons/${id}/pause`, { json: {} })
    refused.push(await call(`/v1/crons/${id}/resume`, { json: {} }))
    await call(`/v1/crons/${id}`, { method: 'DELETE' })
    refused.push(await call(`/v1/crons/${id}/restore`, { json: {} }))
    for (const { status, json, text } of refused) {
      assert.equal(status, 403, text)
      assert.match(json.error, /does not have the scope `run`/)
      assert.ok(json.hint)
    }
  })

  test('can pause and delete a cron', async () => {
    const { id } = (await service.call('/v1/crons', { json: body })).json
    assert.equal((await call(`/v1/crons/${id}/pause`, { json: {} })).json.enabled, false)
    assert.equal((await call(`/v1/crons/${id}`, { method: 'DELETE' })).status, 204)
  })
})

describe('a cron whose key may become invalid', () => {
  test('is paused and reported to webhooks when its key is revoked, and runs with the key that resumes it', async () => {
    const hook = (
      await service.call('/v1/webhooks', { json: { url: `${site.url}/hook`, events: ['cron.*'] } })
    ).json
    const key = await keyOf({})
    const { id } = (await as(key.secret)('/v1/crons', { json: body })).json
    const other = (await service.call('/v1/crons', { json: body })).json
    await service.admin(`/admin/keys/${key.id}/revoke`, {})

    const cron = await readCron(id)
    assert.deepEqual([cron.enabled, cron.next_run_at, cron.paused_reason], [false, null, 'key_revoked'])
    assert.equal((await readCron(other.id)).enabled, true)
    const { data } = (await service.call(`/v1/webhooks/${hook.id}/deliveries`)).json
    assert.deepEqual(
      data.map((one: { event: { type: string; data: object } }) => [one.event.type, one.event.data]),
      [['cron.paused', { cron_id: id, cron_name: 'test', reason: 'key_revoked', failures: 0 }]],
    )

    const resumed = (await service.call(`/v1/crons/${id}/resume`, { json: {} })).json
    assert.deepEqual([resumed.enabled, resumed.paused_reason], [true, null])
    await fire(id)
    await until(async () => (await readCron(id)).last_run?.state === 'completed')
  })

  test('runs as long as its key has not expired', async () => {
    const key = await keyOf({ expires_at: new Date(Date.now() + 86_400_000).toISOString() })
    const { id } = (await as(key.secret)('/v1/crons', { json: body })).json
    await fire(id)
    await until(async () => (await readCron(id)).last_run?.state === 'completed')
  })

  test('is paused at its next tick when its key has expired', () =>
    withEnoughTime(500, async ms => {
      const key = await keyOf({ expires_at: new Date(Date.now() + ms).toISOString() })
      const call = as(key.secret)
      const created = await call('/v1/crons', { json: body })
      if (created.status === 401) return false
      const { id } = created.json
      await until(async () => (await call('/v1/credits')).status === 401)
      await fire(id)
      await until(async () => !(await readCron(id)).enabled)
      assert.equal((await readCron(id)).paused_reason, 'key_revoked')
      const [skipped] = (await service.call(`/v1/crons/${id}/runs`)).json.data
      assert.deepEqual([skipped.state, skipped.reason], ['skipped', 'key_revoked'])
      return true
    }))

  test('counts toward the monthly cap of the key that last replaced it', async () => {
    const { id } = (await service.call('/v1/crons', { json: body })).json
    const key = await keyOf({ monthly_cap: 1 })
    const { id: parserId, input } = body.target as { id: string; input: object }
    const spent = await as(key.secret)(`/v1/scrape/${parserId}`, { json: input })
    assert.equal(spent.headers.get('x-credits-used'), '1', spent.text)
    assert.equal((await as(key.secret)(`/v1/crons/${id}`, { method: 'PUT', json: body })).status, 200)
    await fire(id)
    await until(async () => (await service.call(`/v1/crons/${id}/runs`)).json.data.length === 1)
    assert.equal((await service.call(`/v1/crons/${id}/runs`)).json.data[0].reason, 'key_cap')
  })
})

test('the number of crons per account is limited, and the owner can raise the limit', async () => {
  const call = as((await keyOf({ account: 'few' })).secret)
  const json = { ...body, target: { type: 'api', id: 'videosite-channel', input: { handle: '@x' } } }
  await service.admin('/admin/accounts/few', { limits: { crons: 2 } })
  const created = await Promise.all([1, 2, 3].map(() => call('/v1/crons', { json })))
  assert.deepEqual(created.map(({ status }) => status).sort(), [201, 201, 409])
  const refused = created.find(({ status }) => status === 409)!.json
  assert.equal(refused.limit, 2)
  assert.match(refused.hint, /winnow accounts set few --crons N/)
  await service.admin('/admin/accounts/few', { limits: { crons: 3 } })
  assert.equal((await call('/v1/crons', { json })).status, 201)
})
