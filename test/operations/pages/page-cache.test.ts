import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { createPageCache, type PageIdentity } from '../../../server/operations/scraping/page-cache.ts'
import { openStore } from '../../../server/store/open-store.ts'

const IDENTITY: PageIdentity = {
  url: 'https://shop.test/kettle?size=l',
  method: 'GET',
  headers: { 'X-Region': 'eu', Cookie: 'a=1' },
  mode: 'auto',
  waitFor: '.price',
  more: [null, null, 10],
  userAgent: 'agent',
  proxy: null,
  login: null,
}
const TEXT = '<h1>Kettle</h1>'.repeat(1_000)

/** A cache that holds the page of IDENTITY for account `acc_1`, fetched at second 1,000. */
async function start(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-test-'))
  const store = openStore(folder)
  t.after(async () => {
    store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const clock = { now: 1_000_000, megabytes: 1 }
  const cache = createPageCache({
    store: store.cachedPages,
    megabytes: () => clock.megabytes,
    now: () => clock.now,
    report: assert.ifError,
  })
  const page = {
    url: 'https://shop.test/moved',
    contentType: 'text/html',
    bytes: new TextEncoder().encode(TEXT),
  }
  const keep = await cache.pack('acc_1', IDENTITY, page)
  keep()
  // Written in the same turn as the page, and thus after it.
  await store.settings.set('after', true)
  const find = (changes: Partial<PageIdentity> = {}, { account = 'acc_1', maxAgeS = 60 } = {}) =>
    cache.find(account, { ...IDENTITY, ...changes }, maxAgeS)
  return { store, clock, find }
}

describe('the page cache', () => {
  test('gives a page as it was, in a buffer that a worker can have', async t => {
    const { find, store } = await start(t)
    const page = (await find())!
    assert.deepEqual([page.url, page.contentType], ['https://shop.test/moved', 'text/html'])
    assert.equal(new TextDecoder().decode(page.bytes), TEXT)
    assert.equal(page.bytes.buffer.byteLength, TEXT.length)
    assert.ok((await store.cachedPages.bytes()) < TEXT.length / 10)
  })

  test('gives no page that is older than asked for', async t => {
    const { find, clock } = await start(t)
    clock.now += 60_000
    assert.ok(await find())
    clock.now += 1
    assert.equal(await find(), null)
    assert.ok(await find({}, { maxAgeS: 61 }))
  })

  test('gives nothing once nothing may be kept', async t => {
    const { find, clock } = await start(t)
    clock.megabytes = 0
    assert.equal(await find(), null)
  })

  const same: [what: string, changes: Partial<PageIdentity>][] = [
    ['a part of the page', { url: `${IDENTITY.url}#reviews` }],
    ['the same address in another spelling', { url: 'HTTPS://Shop.test:443/kettle?size=l' }],
    ['headers in another order and case', { headers: { cookie: 'a=1', 'x-region': 'eu' } }],
  ]
  for (const [what, changes] of same)
    test(`knows the page by ${what}`, async t => assert.ok(await (await start(t)).find(changes)))

  const other: [what: string, changes: Partial<PageIdentity>][] = [
    ['another address', { url: 'https://shop.test/kettle?size=m' }],
    ['no address at all', { url: 'kettle' }],
    ['another header', { headers: { ...IDENTITY.headers, 'x-more': '1' } }],
    ['another value of a header', { headers: { ...IDENTITY.headers, Cookie: 'a=2' } }],
    ['another method', { method: 'POST' }],
    ['another mode', { mode: 'browser' }],
    ['another thing to wait for', { waitFor: 500 }],
    ['nothing to wait for', { waitFor: null }],
    ['more of it', { more: [3, null, 10] }],
    ['another User-Agent', { userAgent: 'other' }],
    ['another proxy', { proxy: 'http://proxy.test' }],
  ]
  for (const [what, changes] of other)
    test(`does not give it for ${what}`, async t => assert.equal(await (await start(t)).find(changes), null))

  test('does not give it to another account', async t => {
    assert.equal(await (await start(t)).find({}, { account: 'acc_2' }), null)
  })
})
