import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { HOUR, MINUTE } from '../../server/base/times.ts'
import { createWallClock } from '../../server/base/wall-clock.ts'
import { createGuard } from '../../server/pages/guard.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { DeliveryState } from '../../server/store/webhooks/deliveries.ts'
import { createPoster } from '../../server/webhooks/post.ts'
import { createSender } from '../../server/webhooks/sender.ts'
import { until } from '../http/support/until.ts'
import { startLocalSite } from '../support/local-site.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A store with a webhook, a receiver whose status the test sets, and a clock that only the test moves. */
async function createScene(folder = tempFolder()) {
  const site = await startLocalSite()
  const store = openStore(folder)
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
  const now = () => clock.now
  const start = () => {
    const sender = createSender({
      store,
      poster: createPoster(createGuard(() => ['127.0.0.1'])),
      version: 'test',
      clock: createWallClock(now),
      report: error => errors.push((error as Error).message),
    })
    sender.start()
    return sender
  }
  const errors: string[] = []
  const document = {
    url: `${site.url}/hook`,
    description: '',
    events: ['credits.low'],
    row_changes: 'digest' as const,
    enabled: true,
  }
  const { record, write } = store.webhooks.create('acc_1', 'whk_1', 'secret', document, now())
  await store.write(write)
  const log = async () => (await store.deliveries.list(record.id, { limit: 100 })).data
  return {
    site,
    store,
    clock,
    start,
    log,
    answer: (status: number) => site.on('/hook', { status }),
    emit: () => store.events.emit('acc_1', 'credits.low', {}, now()),
    errors,
    async end(expected: string[] = []) {
      store.close()
      await site.close()
      assert.deepEqual(errors, expected)
    },
  }
}

describe('the sender of webhooks', () => {
  test('retries after 1, 5 and 15 minutes, 1 and 6 hours, then gives up', async () => {
    const { start, answer, emit, log, clock, site, end } = await createScene()
    answer(503)
    const sender = start()
    await emit()
    sender.wake()
    await sender.settled()
    const states: [number, DeliveryState][] = []
    for (const pause of [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]) {
      clock.now += pause - 1
      sender.wake()
      await sender.settled()
      const before = (await log())[0]!.attempts.length
      clock.now += 1
      sender.wake()
      await sender.settled()
      const [{ attempts, state }] = (await log()) as [Awaited<ReturnType<typeof log>>[0]]
      assert.equal(attempts.length, before + 1, `one more after ${pause} ms, none sooner`)
      states.push([attempts.length, state])
    }
    assert.deepEqual(states, [
      [2, 'pending'],
      [3, 'pending'],
      [4, 'pending'],
      [5, 'pending'],
      [6, 'failed'],
    ])
    assert.equal((await log())[0]!.next_attempt_at, null)
    assert.equal(new Set(site.requests.map(({ body }) => body.toString())).size, 1, 'the body never changes')
    const stamps = site.requests.map(({ headers }) => headers['x-winnow-timestamp'])
    assert.equal(new Set(stamps).size, 6, 'each attempt is signed with its own time')
    await sender.stop()
    await end()
  })

  test('sends a delivery that another process claimed but never finished, once the lease has expired', async () => {
    const { store, start, answer, emit, clock, site, end } = await createScene()
    answer(200)
    await emit()
    const [taken] = await store.deliveries.claim(clock.now, clock.now + MINUTE, 10, [])
    assert.ok(taken)
    const sender = start()
    sender.wake()
    await sender.settled()
    assert.equal(site.requests.length, 0, 'it may still be on its way')
    clock.now += MINUTE
    sender.wake()
    await sender.settled()
    assert.equal(site.requests.length, 1)
    await sender.stop()
    await end()
  })

  test('sends each event only once, even if many are waiting', async () => {
    const { start, answer, emit, site, log, end } = await createScene()
    answer(200)
    for (let i = 0; i < 60; i++) await emit()
    const sender = start()
    sender.wake()
    while ((await log()).some(({ state }) => state === 'pending')) await sender.settled()
    const ids = site.requests.map(({ body }) => JSON.parse(body.toString()).id)
    assert.deepEqual([ids.length, new Set(ids).size], [60, 60])
    await sender.stop()
    await end()
  })

  test('leaves deliveries that it was sending when it stopped for the next start', async () => {
    const { start, emit, log, site, clock, answer, end } = await createScene()
    site.on('/hook', () => undefined)
    const sender = start()
    await emit()
    sender.wake()
    while (!site.requests.length) await new Promise(resolve => setTimeout(resolve, 5))
    await sender.stop()
    assert.deepEqual([(await log())[0]!.state, (await log())[0]!.attempts], ['pending', []])
    answer(200)
    clock.now += MINUTE
    const next = start()
    next.wake()
    await next.settled()
    assert.equal((await log())[0]!.state, 'delivered')
    await next.stop()
    await end()
  })

  test('leaves a webhook alone that got another address while its former one refused a delivery for good', async () => {
    const { store, start, emit, site, clock, end } = await createScene()
    const held = Promise.withResolvers<ServerResponse>()
    site.on('/hook', (_request, response) => held.resolve(response))
    const sender = start()
    await emit()
    sender.wake()
    const response = await held.promise
    const { url, ...document } = store.webhooks.read('acc_1', 'whk_1')!
    await store.webhooks.replace('acc_1', 'whk_1', { ...document, url: `${url}/new` }, clock.now)
    site.on('/hook/new', { status: 200 })
    await emit()
    response.writeHead(410).end()
    await until(async () => site.requests.some(({ path }) => path === '/hook/new'))
    await sender.settled()
    const { enabled, failing_since } = store.webhooks.read('acc_1', 'whk_1')!
    assert.deepEqual([enabled, failing_since], [true, null])
    await sender.stop()
    await end()
  })

  test('gives up a delivery that was being sent when another one was refused for good', async () => {
    const { start, emit, site, store, log, end } = await createScene()
    const held: ServerResponse[] = []
    site.on('/hook', (_request, response) => void held.push(response))
    const sender = start()
    await emit()
    await emit()
    sender.wake()
    await until(async () => held.length === 2)
    held[0]!.writeHead(410).end()
    await until(async () => !store.webhooks.read('acc_1', 'whk_1')!.enabled)
    held[1]!.writeHead(500).end()
    await sender.settled()
    const shown = (await log()).map(({ state, next_attempt_at, attempts }) => [
      state,
      next_attempt_at,
      attempts.length,
    ])
    assert.deepEqual(shown, [
      ['failed', null, 1],
      ['failed', null, 1],
    ])
    await sender.stop()
    await end()
  })

  test('does not repeat a test that a stop breaks off', async () => {
    const { start, store, site, answer, log, clock, end } = await createScene()
    site.on('/hook', () => undefined)
    const sender = start()
    const test = sender.test('acc_1', 'whk_1')
    await until(async () => site.requests.length === 1)
    await sender.stop()
    await test
    assert.equal((await log())[0]!.state, 'failed')
    assert.equal(store.webhooks.read('acc_1', 'whk_1')!.failing_since, null)
    answer(200)
    clock.now += HOUR
    const next = start()
    next.wake()
    await next.settled()
    assert.equal(site.requests.length, 1)
    await next.stop()
    await end()
  })

  test('sends nothing to a webhook that is deleted, until that is restored', async () => {
    const { store, start, answer, emit, site, clock, end } = await createScene()
    answer(200)
    await emit()
    await store.webhooks.remove('acc_1', 'whk_1', clock.now)
    await emit()
    const sender = start()
    sender.wake()
    await sender.settled()
    assert.equal(site.requests.length, 0)
    await store.webhooks.restore('acc_1', 'whk_1', clock.now, () => undefined)
    sender.wake()
    await sender.settled()
    assert.equal(site.requests.length, 1, 'what waited goes out when it is back')
    await sender.stop()
    await end()
  })

  test('sends nothing to a webhook that is disabled, which no longer counts as failing, until it is enabled', async () => {
    const { store, start, answer, emit, site, clock, end } = await createScene()
    answer(503)
    const sender = start()
    await emit()
    await until(async () => (await store.webhooks.find('acc_1', 'whk_1'))!.failing_since)
    await sender.settled()
    const { url, description, events, row_changes } = (await store.webhooks.find('acc_1', 'whk_1'))!
    const enable = (enabled: boolean) =>
      store.webhooks.replace('acc_1', 'whk_1', { url, description, events, row_changes, enabled }, clock.now)
    const disabled = await enable(false)
    assert.equal((disabled as { failing_since: string | null }).failing_since, null)
    clock.now += MINUTE
    sender.wake()
    await sender.settled()
    assert.equal(site.requests.length, 1)
    await enable(true)
    sender.wake()
    await sender.settled()
    assert.equal(site.requests.length, 2)
    await sender.stop()
    await end()
  })

  test('continues by itself when a full store can be written again', async () => {
    const { store, start, answer, emit, log, errors, end } = await createScene()
    answer(200)
    const { claim } = store.deliveries
    store.deliveries.claim = async () => {
      throw new Error('full')
    }
    const sender = start()
    await emit()
    // The start and the event cause checks of their own; any more come from the sender itself.
    await until(async () => errors.length > 3)
    store.deliveries.claim = claim
    await until(async () => (await log())[0]!.state === 'delivered')
    await sender.stop()
    await end(errors)
  })
})
