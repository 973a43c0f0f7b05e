import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { MINUTE } from '../../server/base/times.ts'
import { createWallClock } from '../../server/base/wall-clock.ts'
import { createGuard } from '../../server/pages/guard.ts'
import { createEngine } from '../../server/store/engine.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'
import { createDeliveryStore } from '../../server/store/webhooks/deliveries.ts'
import { createPoster } from '../../server/webhooks/post.ts'
import { createSender } from '../../server/webhooks/sender.ts'
import { until } from '../http/support/until.ts'
import { startLocalSite } from '../support/local-site.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')

/** A store with webhooks that the test creates, each for an account and a host. */
function createOutbox() {
  const folder = tempFolder()
  const store = openStore(folder)
  const hook = async (id: string, account: string, url: string) => {
    const document = {
      url,
      description: '',
      events: ['credits.low'],
      row_changes: 'digest' as const,
      enabled: true,
    }
    const { record, write } = store.webhooks.create(account, id, 'secret', document, NOW)
    await store.write(write)
    return record
  }
  const emit = (account: string, times: number) =>
    store.write(() => {
      for (let i = 0; i < times; i++) store.events.enqueue(account, 'credits.low', {}, NOW)
    })
  const log = async (id: string) => (await store.deliveries.list(id, { limit: 200 })).data
  return { folder, store, hook, emit, log }
}

describe('a receiver that hangs', () => {
  test('delays no delivery of another account, and each recorded attempt was really sent', async () => {
    const { store, hook, emit, log } = createOutbox()
    const site = await startLocalSite()
    const heldResponses: ServerResponse[] = []
    site.on('/slow', (_request, response) => void heldResponses.push(response))
    site.on('/good', { status: 204 })
    await hook('whk_slow', 'acc_slow', `http://slow.test:${site.port}/slow`)
    await hook('whk_good', 'acc_good', `http://good.test:${site.port}/good`)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const poster = createPoster(createGuard(() => ['slow.test', 'good.test'], resolve))
    const report = (error: unknown) => assert.fail(error as Error)
    const sender = createSender({ store, poster, version: 'test', clock: createWallClock(() => NOW), report })
    sender.start()

    await emit('acc_slow', 100)
    sender.wake()
    await until(async () => heldResponses.length > 0)
    await emit('acc_good', 1)
    await until(async () => (await log('whk_good'))[0]?.state === 'delivered')
    const waiting = await log('whk_slow')
    assert.ok(
      waiting.every(({ attempts }) => !attempts.length),
      'the slow receiver was not waited for',
    )

    site.on('/slow', { status: 503 })
    for (const response of heldResponses) response.writeHead(503).end()
    await until(async () => (await log('whk_slow')).every(({ attempts }) => attempts.length))
    const attempts = (await log('whk_slow')).flatMap(one => one.attempts)
    const slowRequests = site.requests.filter(({ path }) => path === '/slow')
    assert.deepEqual([attempts.length, new Set(attempts.map(({ status }) => status))], [100, new Set([503])])
    assert.equal(slowRequests.length, attempts.length)
    await sender.stop()
    store.close()
    await site.close()
  })

  test('receives all requests at once, so that each gets its full time limit', async () => {
    const site = await startLocalSite()
    site.on('/slow', () => undefined)
    const poster = createPoster(
      createGuard(() => ['127.0.0.1']),
      { timeoutMs: 2_000 },
    )
    const never = new AbortController().signal
    const posts = Array.from({ length: 8 }, () => poster.post(`${site.url}/slow`, {}, '{}', never))
    const answers = await Promise.all(posts)
    assert.deepEqual(new Set(answers.map(({ error }) => error)), new Set(['timeout']))
    assert.equal(site.requests.length, 8)
    await poster.close()
    await site.close()
  })
})

describe('due deliveries are claimed', () => {
  const claim = async (
    { store }: ReturnType<typeof createOutbox>,
    limit: number,
    underWay: unknown[] = [],
  ) => {
    const claimed = await store.deliveries.claim(NOW, NOW + MINUTE, limit, underWay as never)
    return claimed.map(({ webhook_id }) => webhook_id)
  }

  test('in turn by host, then by account, with a limit for each', async () => {
    const box = createOutbox()
    await box.hook('a1', 'acc_1', 'https://a.example/1')
    await box.hook('a2', 'acc_2', 'https://A.example:8443/2')
    await box.hook('b1', 'acc_1', 'https://b.example/')
    await box.hook('c3', 'acc_3', 'https://c.example/')
    await box.emit('acc_1', 50)
    await box.emit('acc_2', 50)
    await box.emit('acc_3', 1)
    const first = await claim(box, 5)
    assert.deepEqual(
      first
        .slice(0, 3)
        .map(id => id[0])
        .sort(),
      ['a', 'b', 'c'],
    )
    const count = (ids: string[], host: string) => ids.filter(id => id.startsWith(host)).length
    assert.deepEqual([count(first, 'a'), count(first, 'b'), count(first, 'c')], [2, 2, 1])
    assert.deepEqual(first.filter(id => id.startsWith('a')).sort(), ['a1', 'a2'])
    box.store.close()
  })

  test('only up to the number that may be sent to one host or for one account at once', async () => {
    const box = createOutbox()
    for (let i = 0; i < 6; i++) await box.hook(`many${i}`, 'acc_many', `https://h${i}.example/`)
    await box.hook('one', 'acc_one', 'https://one.example/')
    await box.emit('acc_many', 20)
    await box.emit('acc_one', 20)
    const claimed = await claim(box, 32)
    const of = (name: string) => claimed.filter(id => id.startsWith(name)).length
    assert.deepEqual([of('many'), of('one')], [8, 4])
    const under = claimed.map(id => ({
      host: id === 'one' ? 'one.example' : `h${id.at(-1)}.example`,
      account_id: id === 'one' ? 'acc_one' : 'acc_many',
    }))
    assert.deepEqual(await claim(box, 32, under), [])
    assert.deepEqual(
      await claim(
        box,
        32,
        under.filter(({ host }) => host !== 'one.example'),
      ),
      Array(4).fill('one'),
    )
    box.store.close()
  })

  test('of other webhooks first when a webhook already had its share, however long its deliveries have waited', async () => {
    const box = createOutbox()
    for (let i = 0; i < 40; i++) await box.hook(`old${i}`, `acc_${i}`, 'https://busy.example/')
    for (let i = 0; i < 40; i++) await box.emit(`acc_${i}`, 5)
    await claim(box, 3)
    await box.hook('new', 'acc_new', 'https://new.example/')
    await box.emit('acc_new', 1)
    assert.deepEqual(await claim(box, 1), ['new'])
    box.store.close()
  })

  test('without reading those of webhooks that are disabled or deleted', async () => {
    const { folder, store, hook, emit } = createOutbox()
    await hook('whk_off', 'acc_1', 'https://off.example/')
    await emit('acc_1', 100_000)
    await store.webhooks.remove('acc_1', 'whk_off', NOW)
    await hook('whk_on', 'acc_2', 'https://on.example/')
    await emit('acc_2', 1)
    store.close()

    const requestedPaths: string[] = []
    const db = new Database(databaseFile(folder), { verbose: sql => void requestedPaths.push(String(sql)) })
    const deliveries = createDeliveryStore(createEngine(db))
    const claimed = await deliveries.claim(NOW, NOW + MINUTE, 32, [])
    await deliveries.nextAt(NOW)
    const reads = requestedPaths.filter(
      sql => sql.trimStart().startsWith('SELECT') && sql.includes('deliveries'),
    )
    const other = new Database(databaseFile(folder))
    const plans = reads.flatMap(
      sql => other.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[],
    )
    const looks = plans.map(({ detail }) => detail).filter(detail => /deliveries\b/.test(detail))
    for (const look of looks) assert.match(look, /webhook_id=\?|\(id=\?\)/)
    assert.ok(!reads.some(sql => sql.includes('whk_off')), 'that webhook was not asked for')
    assert.deepEqual(
      claimed.map(({ webhook_id }) => webhook_id),
      ['whk_on'],
    )
    db.close()
    other.close()
  })
})
