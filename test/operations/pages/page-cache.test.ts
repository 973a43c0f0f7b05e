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

/** A cache that holds the page of IDENTITY, which account `acc_1` fetched at second 1,000. */
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
  const write = await cache.pack('acc_1', IDENTITY, page)
  write()
  // This is written in the same transaction as the page, so the page is stored once it resolves.
  await store.settings.set('after', true)
  const find = (changes: Partial<PageIdentity> = {}, { account = 'acc_1', maxAgeS = 60 } = {}) =>
    cache.find(account, { ...IDENTITY, ...changes }, maxAgeS)
  return { store, clock, find }
}

describe('the page cache', () => {
  test('returns the page unchanged, in a buffer of its own that can be transferred to a thread', async t => {
    const { find, store } = await start(t)
    const page = (await find())!
    assert.deepEqual([page.url, page.contentType], ['https://shop.test/moved', 'text/html'])
    assert.equal(new TextDecoder().decode(page.bytes), TEXT)
    assert.equal(page.bytes.buffer.byteLength, TEXT.length)
    assert.ok((await store.cachedPages.bytes()) < TEXT.length / 10)
  })

  test('returns no page that is older than the caller allows', async t => {
    const { find, clock } = await start(t)
    clock.now += 60_000
    assert.ok(await find())
    clock.now += 1
    assert.equal(await find(), null)
    assert.ok(await find({}, { maxAgeS: 61 }))
  })

  test('returns nothing once its size limit is 0', async t => {
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
    test(`finds the page by ${what}`, async t => assert.ok(await (await start(t)).find(changes)))

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
    test(`does not return the page for ${what}`, async t =>
      assert.equal(await (await start(t)).find(changes), null))

  test('does not return the page to another account', async t => {
    assert.equal(await (await start(t)).find({}, { account: 'acc_2' }), null)
  })
})
