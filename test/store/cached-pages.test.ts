import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { markAsOurs } from '../../server/store/file/open-database.ts'
import { openStore } from '../../server/store/open-store.ts'

const MEGABYTE = 1_048_576
const DAY = 86_400_000

const newFolder = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(t: TestContext) {
  const store = openStore(await newFolder(t))
  t.after(store.close)
  const pages = store.cachedPages
  const pageOf = (kilobytes: number) => ({
    url: 'https://shop.test/',
    contentType: 'text/html',
    body: Buffer.alloc(kilobytes * 1024, 'x'),
  })
  const keep = (key: string, { account = 'acc_1', kilobytes = 1, at = 1_000, megabytes = 1 } = {}) =>
    pages.keep(account, key, pageOf(kilobytes), at, megabytes)
  const holds = async (key: string, account = 'acc_1') => (await pages.find(account, key, 0)) !== null
  return { pages, keep, holds, pageOf }
}

describe('a cached page', () => {
  test('is found with everything that was stored', async t => {
    const { pages, keep, pageOf } = await start(t)
    await keep('a', { kilobytes: 3 })
    assert.deepEqual(await pages.find('acc_1', 'a', 0), pageOf(3))
  })

  test('is found only when it is recent enough', async t => {
    const { pages, keep } = await start(t)
    await keep('a', { at: 5_000 })
    assert.ok(await pages.find('acc_1', 'a', 5_000))
    assert.equal(await pages.find('acc_1', 'a', 5_001), null)
  })

  test('is visible to its own account only', async t => {
    const { keep, holds } = await start(t)
    await keep('a')
    assert.equal(await holds('a', 'acc_2'), false)
  })

  test('replaces the older page under its key, and frees the space of that one', async t => {
    const { pages, keep } = await start(t)
    await keep('a', { kilobytes: 100 })
    await keep('a', { kilobytes: 2, at: 2_000 })
    assert.equal((await pages.find('acc_1', 'a', 0))?.body.length, 2 * 1024)
    assert.equal(await pages.bytes(), 2 * 1024)
  })
})

describe('the cache of pages', () => {
  test('removes the oldest pages of all accounts when it exceeds its size limit', async t => {
    const { pages, keep, holds } = await start(t)
    await keep('old', { kilobytes: 400, at: 1 })
    await keep('older', { kilobytes: 400, at: 0, account: 'acc_2' })
    await keep('new', { kilobytes: 400, at: 2 })
    assert.deepEqual(
      [await holds('old'), await holds('older', 'acc_2'), await holds('new')],
      [true, false, true],
    )
    assert.equal(await pages.bytes(), 800 * 1024)
  })

  test('keeps its pages when a page larger than the whole limit is offered', async t => {
    const { pages, keep, holds } = await start(t)
    await keep('small')
    await keep('huge', { kilobytes: 1_025 })
    assert.deepEqual([await holds('small'), await holds('huge')], [true, false])
    assert.equal(await pages.bytes(), 1_024)
  })

  test('stores nothing when its limit is 0', async t => {
    const { pages, keep } = await start(t)
    await keep('a', { megabytes: 0 })
    assert.equal(await pages.bytes(), 0)
  })

  test('drops pages after 7 days, and the oldest when the limit is lowered', async t => {
    const { pages, keep, holds } = await start(t)
    await keep('first', { at: 0 })
    await keep('second', { at: 1, kilobytes: 600 })
    await keep('third', { at: 2, kilobytes: 600, megabytes: 10 })
    await pages.expire(7 * DAY + 1, 10)
    assert.deepEqual([await holds('first'), await holds('second')], [false, true])
    await pages.expire(7 * DAY + 1, 1)
    assert.deepEqual([await holds('second'), await holds('third')], [false, true])
    assert.ok((await pages.bytes()) <= MEGABYTE)
  })
})

test('a parser saved before proxies, cache, robots.txt and browsers existed has null for these settings', async t => {
  const folder = await newFolder(t)
  const db = new Database(databaseFile(folder))
  for (const step of ['0001-accounts', '0002-parsers'])
    db.exec(readFileSync(new URL(`../../server/store/migrations/${step}.sql`, import.meta.url), 'utf8'))
  db.pragma('user_version = 2')
  markAsOurs(db)
  const document = { name: 'old', fetch: { mode: 'http', headers: { a: '1' }, timeout_ms: 500 } }
  db.exec(`INSERT INTO parsers VALUES ('prs_1', 'acc_1', 1, 'old', 0, 0, NULL)`)
  db.prepare(`INSERT INTO parser_versions VALUES ('prs_1', 1, ?, 0)`).run(JSON.stringify(document))
  db.close()
  const store = openStore(folder)
  t.after(store.close)
  assert.deepEqual((await store.parsers.find('acc_1', 'prs_1'))?.fetch, {
    ...document.fetch,
    ...{
      proxy: null,
      max_age_s: null,
      robots: null,
      wait_for: null,
      scroll: null,
      load_more: null,
      load_more_times: 10,
    },
  })
})
