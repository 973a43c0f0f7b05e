import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { until } from '../http/support/until.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { type LocalSite, type SiteRequest, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let receiver: LocalSite
before(async () => {
  receiver = await startLocalSite()
  service = await startTestApp({ allow_hosts: [`127.0.0.1:${receiver.port}`] }, createSampleCall().more)
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const create = (fields: Record<string, unknown>, headers = {}) =>
  service.call('/v1/webhooks', {
    json: { url: `${receiver.url}/hook`, events: ['database.*'], ...fields },
    headers,
  })
const deliveriesOf = async (id: string) => (await service.call(`/v1/webhooks/${id}/deliveries`)).json.data

/** A webhook with a path of its own, which answers with `status`. */
async function hook(path: string, status: number, events = ['database.rows.changed']) {
  receiver.on(path, { status })
  const { json } = await create({ url: receiver.url + path, events })
  const requests = () => receiver.requests.filter(request => request.path === path)
  return { id: json.id as string, secret: json.secret as string, requests }
}

const isSigned = ({ headers, body }: SiteRequest, secret: string) => {
  const signed = createHmac('sha256', secret).update(`${headers['x-winnow-timestamp']}.${body}`)
  return headers['x-winnow-signature'] === `sha256=${signed.digest('hex')}`
}

describe('a webhook', () => {
  test('shows its secret only once, when it is created', async () => {
    const { status, json } = await create({ description: 'Mine.' })
    assert.equal(status, 201)
    assert.match(json.secret, /^whsec_[\w-]{32}$/)
    assert.deepEqual([json.enabled, json.failing_since, json.version], [true, null, 1])
    const read = (await service.call(`/v1/webhooks/${json.id}`)).json
    assert.deepEqual(read, { ...json, secret: null })
    const { data } = (await service.call('/v1/webhooks')).json
    assert.ok(data.every(({ secret }: { secret: unknown }) => secret === null))
  })

  const bad: [string, Record<string, unknown>][] = [
    ['url', { url: 'http://127.0.0.1:1/' }],
    ['url', { url: 'http://[::1]/' }],
    ['url', { url: 'http://localhost/' }],
    ['url', { url: 'http://169.254.169.254/latest' }],
    ['url', { url: 'http://user:pass@example.com/' }],
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'example.com' }],
    ['events', { events: [] }],
    ['events[0]', { events: ['job.exploded'] }],
    ['events[1]', { events: ['job.*', '*'] }],
    ['color', { color: 'red' }],
  ]
  for (const [field, fields] of bad)
    test(`is refused with ${JSON.stringify(fields)}`, async () => {
      const { status, json } = await create(fields)
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
    })

  test('that workflows or crons name cannot be deleted', async () => {
    const { id } = (await create({})).json
    const parser = await service.parser({ fields: { title: 'h1' } })
    const made = async (path: string, json: object): Promise<string> => {
      const created = await service.call(path, { json })
      assert.equal(created.status, 201, created.text)
      return created.json.id
    }
    const nodes = [
      { id: 'start', type: 'input', config: {} },
      { id: 'tell', type: 'webhook', config: { webhook_id: id } },
    ]
    const workflow = await made('/v1/workflows', {
      name: 'Tell',
      nodes,
      edges: [{ from: 'start', to: 'tell' }],
    })
    const items = [{ input: { url: `${receiver.url}/page` } }]
    const input = { target: { parser_id: parser }, items, webhook: id }
    const batch = (await service.call('/v1/batches', { json: input })).json.id
    const targets = [
      { type: 'batch', input },
      { type: 'batch', id: batch },
    ]
    const schedule = { expression: '0 0 1 1 *', timezone: 'UTC' }
    const crons: string[] = []
    for (const target of targets) crons.push(await made('/v1/crons', { name: 'Batch', ...schedule, target }))

    const remove = (path: string) => service.call(path, { method: 'DELETE' })
    const refused = await remove(`/v1/webhooks/${id}`)
    assert.deepEqual([refused.status, refused.json.dependants], [409, [workflow, ...crons]])
    assert.equal(refused.json.error, 'Workflows and crons need this webhook.')
    await remove(`/v1/workflows/${workflow}`)
    for (const cron of crons) await remove(`/v1/crons/${cron}`)
    assert.equal((await remove(`/v1/webhooks/${id}`)).status, 204)
  })

  test('of another account is a 404, and gets no events of this account', async () => {
    const headers = { 'x-api-key': await service.keyFor('theirs') }
    receiver.on('/theirs', { status: 204 })
    const { json } = await create({ url: `${receiver.url}/theirs` }, headers)
    const ownHook = await hook('/mine', 204)
    assert.equal((await service.call(`/v1/webhooks/${json.id}`)).status, 404)
    assert.equal((await service.call(`/v1/webhooks/${json.id}/test`, { method: 'POST' })).status, 404)
    const foreign = await service.call(`/v1/webhooks/${json.id}/deliveries`)
    assert.equal(foreign.text, (await service.call('/v1/webhooks/whk_none/deliveries')).text)
    await (await makeDatabase(service)).write({ sku: 'a' })
    await until(async () => ownHook.requests().length === 1)
    assert.ok(!receiver.requests.some(({ path }) => path === '/theirs'))
  })
})

describe('an account', () => {
  test('can have at most a hundred webhooks', async () => {
    const headers = { 'x-api-key': await service.keyFor('collector') }
    const ids: string[] = []
    for (let count = 0; count < 100; count++) ids.push((await create({}, headers)).json.id)
    const refused = await create({}, headers)
    assert.deepEqual([refused.status, refused.json.limit], [409, 100], refused.text)
    const { status } = await service.call(`/v1/webhooks/${ids[0]}`, { method: 'DELETE', headers })
    assert.equal(status, 204)
    assert.equal((await create({}, headers)).status, 201)
    const restored = await service.call(`/v1/webhooks/${ids[0]}/restore`, { method: 'POST', headers })
    assert.equal(restored.status, 409)
  })
})

describe('an event', () => {
  test('is sent to each webhook that subscribes to it, with a signature', async () => {
    const one = await hook('/one', 204)
    const group = await hook('/group', 200, ['credits.low', 'database.*'])
    const other = await hook('/other', 204, ['job.*'])
    const database = await makeDatabase(service)
    await database.write({ sku: 'a' }, { sku: 'b' })
    await until(async () => one.requests().length === 1 && group.requests().length === 1)
    assert.equal(other.requests().length, 0)
    const [request] = one.requests() as [SiteRequest]
    assert.ok(isSigned(request, one.secret))
    assert.ok(!isSigned(request, group.secret))
    const { id, type, created_at, account_id, data } = JSON.parse(request.body.toString())
    assert.match(id, /^evt_/)
    assert.match(account_id, /^acc_/)
    assert.match(created_at, /Z$/)
    assert.equal(type, 'database.rows.changed')
    const { cursor, ...rest } = data
    const changes = (await database.call(`/changes?cursor=${cursor}`)).json.data
    assert.equal(changes.length, 2)
    assert.deepEqual(rest, {
      database_id: database.id,
      database_name: 'Shop',
      job_id: null,
      batch_id: null,
      run_id: null,
      counts: { added: 2, changed: 0, returned: 0, removed: 0 },
      changes,
      next: null,
    })
    const [delivery] = await until(async () => {
      const log = await deliveriesOf(one.id)
      return log[0].state === 'delivered' && log
    })
    assert.deepEqual(
      [delivery.event.id, delivery.attempts[0].status, delivery.next_attempt_at],
      [id, 204, null],
    )
    assert.equal(request.headers['x-winnow-delivery'], delivery.id)
  })

  test('is sent once for a whole import, and not at all when nothing changed', async () => {
    const one = await hook('/import', 204)
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    const body = () => {
      const form = new FormData()
      form.append('file', new Blob([`sku\n${Array.from({ length: 1_200 }, (_, i) => `s${i}`).join('\n')}`]))
      return form
    }
    await database.call('/import', { body: body() })
    await until(async () => one.requests().length > 0)
    assert.equal(JSON.parse(one.requests()[0]!.body.toString()).data.counts.added, 1_200)
    await database.call('/import', { body: body() })
    await database.write({ sku: 'last' })
    await until(async () => one.requests().length > 1)
    assert.equal(JSON.parse(one.requests()[1]!.body.toString()).data.counts.added, 1)
  })

  test('about low credits is sent once when the balance falls below the limit', async () => {
    const low = await hook('/low', 204, ['credits.low'])
    const { creditBalance } = (await service.call('/v1/credits')).json
    const spend = (price: number) => service.call('/v1/sample-call', { json: { price } })
    await spend(creditBalance - 101)
    await spend(1)
    await spend(1)
    await spend(1)
    await until(async () => low.requests().length > 0)
    assert.deepEqual(JSON.parse(low.requests()[0]!.body.toString()).data, { balance: 99, limit: 100 })
    assert.equal((await deliveriesOf(low.id)).length, 1)
    for (const credits of [400, -450]) await service.admin('/admin/credits', { credits })
    await until(async () => low.requests().length > 1)
    assert.deepEqual(JSON.parse(low.requests()[1]!.body.toString()).data, { balance: 48, limit: 100 })
  })
})

describe('a delivery', () => {
  test('that fails waits for its next attempt, and the webhook shows since when it has been failing', async () => {
    const failing = await hook('/failing', 500)
    await (await makeDatabase(service)).write({ sku: 'a' })
    const [delivery] = await until(async () => {
      const log = await deliveriesOf(failing.id)
      return log[0]?.attempts.length && log
    })
    assert.deepEqual([delivery.state, delivery.attempts[0].status], ['pending', 500])
    const wait = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts[0].at)
    assert.ok(wait >= 60_000 && wait < 120_000, `${wait} ms`)
    assert.match((await service.call(`/v1/webhooks/${failing.id}`)).json.failing_since, /Z$/)
  })

  test('does not follow a redirect', async () => {
    receiver.on('/moved', { status: 302, headers: { location: `${receiver.url}/target` } })
    receiver.on('/target', { status: 200 })
    const { json } = await create({ url: `${receiver.url}/moved` })
    const answer = (await service.call(`/v1/webhooks/${json.id}/test`, { method: 'POST' })).json
    assert.deepEqual([answer.state, answer.attempts[0].status], ['failed', 302])
    assert.ok(!receiver.requests.some(({ path }) => path === '/target'))
  })

  test('that is answered with 410 disables the webhook and gives up its pending deliveries', async () => {
    const failingHook = await hook('/gone', 500)
    const database = await makeDatabase(service)
    await database.write({ sku: 'a' })
    await until(async () => (await deliveriesOf(failingHook.id))[0]?.attempts.length)
    receiver.on('/gone', { status: 410 })
    await database.write({ sku: 'b' })
    await until(async () => !(await service.call(`/v1/webhooks/${failingHook.id}`)).json.enabled)
    assert.deepEqual(
      (await deliveriesOf(failingHook.id)).map(({ state }: { state: string }) => state),
      ['failed', 'failed'],
    )
    await database.write({ sku: 'c' })
    assert.equal((await deliveriesOf(failingHook.id)).length, 2, 'it hears no more')
  })

  test('can be sent again as a new delivery of the same event', async () => {
    const again = await hook('/again', 500)
    await (await makeDatabase(service)).write({ sku: 'a' })
    const [first] = await until(async () => {
      const log = await deliveriesOf(again.id)
      return log[0]?.attempts.length && log
    })
    receiver.on('/again', { status: 200 })
    const path = `/v1/webhooks/${again.id}/deliveries/${first.id}/resend`
    const { status, json } = await service.call(path, { method: 'POST' })
    assert.equal(status, 200)
    assert.notEqual(json.id, first.id)
    assert.deepEqual(json.event, first.event)
    await until(async () => (await deliveriesOf(again.id))[0].state === 'delivered')
    assert.equal((await service.call(`/v1/webhooks/${again.id}`)).json.failing_since, null)
    const other = await hook('/another', 200)
    const foreign = `/v1/webhooks/${other.id}/deliveries/${first.id}/resend`
    assert.equal((await service.call(foreign, { method: 'POST' })).status, 404)
  })

  test('that waits for a disabled webhook is sent when that is enabled', async () => {
    const off = await hook('/off', 200)
    await (await makeDatabase(service)).write({ sku: 'a' })
    const [first] = await until(async () => {
      const log = await deliveriesOf(off.id)
      return log[0]?.state === 'delivered' && log
    })
    const set = (enabled: boolean) => {
      const json = { url: `${receiver.url}/off`, events: ['database.rows.changed'], enabled }
      return service.call(`/v1/webhooks/${off.id}`, { method: 'PUT', json })
    }
    await set(false)
    await service.call(`/v1/webhooks/${off.id}/deliveries/${first.id}/resend`, { method: 'POST' })
    assert.equal((await deliveriesOf(off.id))[0].state, 'pending')
    await set(true)
    await until(async () => (await deliveriesOf(off.id))[0].state === 'delivered')
    assert.equal(off.requests().length, 2)
  })

  test('of a test event reports its outcome at once, and is never retried', async () => {
    const good = await hook('/good', 201)
    const answer = await service.call(`/v1/webhooks/${good.id}/test`, { method: 'POST' })
    assert.deepEqual(
      [answer.status, answer.json.state, answer.json.event.type],
      [200, 'delivered', 'webhook.test'],
    )
    assert.ok(isSigned(good.requests()[0]!, good.secret))
    const { json } = await create({ url: 'http://127.0.0.1:1/', enabled: false })
    assert.equal(json.field, 'url')
    receiver.on('/broken', (_request, response) => response.destroy())
    const broken = await create({ url: `${receiver.url}/broken` })
    const testDelivery = (await service.call(`/v1/webhooks/${broken.json.id}/test`, { method: 'POST' })).json
    assert.deepEqual(
      [testDelivery.state, testDelivery.attempts[0].status, testDelivery.attempts[0].error],
      ['failed', null, 'connection'],
    )
  })
})
