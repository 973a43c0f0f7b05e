import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { createWindows } from '../../server/accounts/windows.ts'
import { DAY, MINUTE } from '../../server/base/times.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { openStore } from '../../server/store/open-store.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { signIn } from './support/sign-in.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

/** Creates sign-ins over a store of their own, with a clock that the test sets. */
function windowsOfOwnClock() {
  const folder = tempFolder()
  const store = openStore(folder)
  after(() => store.close())
  let time = Date.parse('2026-01-15T09:30:00Z')
  const ended: string[] = []
  const report = (error: unknown) => assert.fail(String(error))
  const windows = createWindows({ store, now: () => time, ended: id => ended.push(id), report })
  const enter = (before?: string) => windows.enter(windows.invite().token, { userAgent: FIREFOX, before })
  const pass = (ms: number) => {
    time += ms
  }
  return { windows, store, folder, ended, enter, pass }
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

/** Sends a request as a page in a signed-in browser window does. */
const asWindow = (
  cookie: string,
  path: string,
  headers: Record<string, string> = SAME_ORIGIN,
  json?: unknown,
) =>
  winnow.call(path, { headers: { 'x-api-key': '', cookie, ...headers }, ...(json !== undefined && { json }) })

const windowKey = async (cookie: string, account = 'default') => {
  await winnow.admin('/admin/accounts', { name: account })
  return (await asWindow(cookie, '/admin/sign-in', SAME_ORIGIN, { account })).json.key as string
}

const creditsWith = async (key: string) =>
  (await winnow.call('/v1/credits', { headers: { 'x-api-key': key } })).status

describe('an invitation link', () => {
  test('sets a cookie that scripts cannot read, and that is sent only to /admin of this site', async () => {
    const { status, headers } = await fetch(winnow.app.invite(), { redirect: 'manual' })
    assert.deepEqual(
      [status, headers.get('location'), headers.get('cache-control')],
      [303, '/app/', 'no-store'],
    )
    const port = new URL(winnow.url).port
    const [cookie] = headers.getSetCookie()
    const [, secret, ...rules] = /^winnow_(?:\d+)=([\w-]{43}); (.*)$/.exec(cookie!) ?? []
    assert.ok(cookie!.startsWith(`winnow_${port}=${secret}`))
    assert.match(rules[0]!, /^Max-Age=2592000; Path=\/admin; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
  })

  test('redirects to the page that it was created for', async () => {
    const { searchParams } = new URL(winnow.app.invite())
    const { headers } = await fetch(`${winnow.url}/app/keys?${searchParams}`, { redirect: 'manual' })
    assert.equal(headers.get('location'), '/app/keys')
    assert.equal(headers.getSetCookie().length, 2)
  })

  test('works once', async () => {
    const address = winnow.app.invite()
    assert.ok(await signIn(winnow, address))
    assert.equal(await signIn(winnow, address), '')
  })

  test('with an unknown token signs nobody in', async () => {
    assert.equal(await signIn(winnow, `${winnow.url}/app/?token=${'x'.repeat(43)}`), '')
    assert.equal(await signIn(winnow, `${winnow.url}/app/?token=${winnow.app.adminToken}`), '')
  })

  test('expires after 15 minutes', async () => {
    const { windows, pass } = windowsOfOwnClock()
    const [early, late] = [windows.invite(), windows.invite()]
    pass(15 * MINUTE - 1)
    assert.ok(await windows.enter(early.token))
    pass(1)
    assert.equal(await windows.enter(late.token), null)
  })

  test('can be created only by the owner of the machine', async () => {
    const created = await winnow.admin('/admin/windows', {})
    assert.ok(await signIn(winnow, created.json.address))
    assert.equal((await winnow.call('/admin/windows', { json: {} })).status, 401)
  })
})

describe('the cookie of a window', () => {
  let cookie: string
  before(async () => {
    cookie = await signIn(winnow)
  })

  test("is accepted on /admin from the service's own pages", async () => {
    assert.equal((await asWindow(cookie, '/admin/status')).json.pid, process.pid)
    assert.equal((await asWindow(cookie, '/admin/status', { origin: winnow.url })).status, 200)
  })

  const foreign: [title: string, headers: () => Record<string, string>][] = [
    ['that says nothing of its page', () => ({})],
    ['from another port of this host', () => ({ origin: 'http://127.0.0.1:1' })],
    ['of another scheme', () => ({ origin: winnow.url.replace('http:', 'https:') })],
    ['under another name of this host', () => ({ origin: winnow.url.replace('127.0.0.1', 'localhost') })],
    ['from another site', () => ({ origin: 'https://evil.example' })],
    ['of no origin', () => ({ origin: 'null' })],
    ['from another page of this site', () => ({ 'sec-fetch-site': 'same-site' })],
    ['typed by hand', () => ({ 'sec-fetch-site': 'none' })],
    ['whose Origin and Sec-Fetch-Site differ', () => ({ ...SAME_ORIGIN, origin: 'http://127.0.0.1:1' })],
  ]
  for (const [title, headers] of foreign)
    test(`is not accepted on /admin for a request ${title}`, async () => {
      const answer = await asWindow(cookie, '/admin/status', headers())
      assert.equal(answer.status, 403)
      assert.ok(answer.json.hint)
    })

  test('is not accepted on /admin for an origin that is only allowed to change records', async () => {
    const open = await startTestApp({ allowed_origins: ['https://mine.example'] })
    const headers = { cookie: await signIn(open), origin: 'https://mine.example', 'x-api-key': '' }
    assert.equal((await open.call('/admin/status', { headers })).status, 403)
    await open.stop()
  })

  test('is never accepted on /v1', async () => {
    for (const path of ['/v1/credits', '/v1/parsers', '/v1/calls']) {
      assert.equal((await asWindow(cookie, path)).status, 401)
      assert.equal((await asWindow(cookie, path, { origin: winnow.url })).status, 401)
    }
    assert.equal(await creditsWith(cookie.split('=')[1]!), 401)
  })

  test('is refused with 401 when it is invented or from another service', async () => {
    assert.equal((await asWindow(`${cookie.split('=')[0]}=${'x'.repeat(43)}`, '/admin/status')).status, 401)
    const other = await startTestApp()
    const foreignCookie = (await signIn(other)).split('=')[1]
    assert.equal((await asWindow(`${cookie.split('=')[0]}=${foreignCookie}`, '/admin/status')).status, 401)
    await other.stop()
  })

  test('is found among other cookies', async () => {
    assert.equal((await asWindow(`a=1; ${cookie}; b=2`, '/admin/status')).status, 200)
  })
})

describe('the key of a window', () => {
  test('is valid on /v1 for the account that it was requested for, and differs for each account', async () => {
    const cookie = await signIn(winnow)
    const keys = [await windowKey(cookie), await windowKey(cookie, 'weaver')]
    assert.notEqual(keys[0], keys[1])
    assert.equal(await windowKey(cookie), keys[0])
    for (const key of keys) assert.equal(await creditsWith(key), 200)
  })

  test('is not listed, and its calls are recorded as calls of the app', async () => {
    const key = await windowKey(await signIn(winnow), 'tanner')
    await winnow.call('/v1/parsers', { headers: { 'x-api-key': key }, json: {} })
    assert.deepEqual((await winnow.admin('/admin/keys?account=tanner')).json.data, [])
    assert.equal((await winnow.admin('/admin/calls?account=tanner')).json.data[0].source, 'app')
  })

  test('differs from the key of another window', async () => {
    const keys = [await windowKey(await signIn(winnow)), await windowKey(await signIn(winnow))]
    assert.notEqual(keys[0], keys[1])
  })

  test('stops working when its window signs out, and other windows are not affected', async () => {
    const [going, staying] = [await signIn(winnow), await signIn(winnow)]
    const [gone, kept] = [await windowKey(going), await windowKey(staying)]
    assert.equal((await asWindow(going, '/admin/sign-in/end', SAME_ORIGIN, {})).status, 204)
    assert.equal((await asWindow(going, '/admin/status')).status, 401)
    assert.deepEqual([await creditsWith(gone), await creditsWith(kept)], [401, 200])
    assert.equal((await asWindow(staying, '/admin/status')).status, 200)
  })

  test('cannot be ended by the command line, which has no sign-in', async () => {
    assert.equal((await winnow.admin('/admin/sign-in/end', {})).status, 409)
  })
})

describe('a sign-in', () => {
  test('survives a restart of the service, and its window gets a new key', async () => {
    const data_dir = tempFolder()
    const first = await startTestApp({ data_dir })
    const port = Number(new URL(first.url).port)
    const cookie = await signIn(first)
    const keyOf = async (app: TestApp) => {
      const headers = { 'x-api-key': '', cookie, ...SAME_ORIGIN }
      return (await app.call('/admin/sign-in', { headers, json: {} })).json.key as string
    }
    const before = await keyOf(first)
    await first.stop()
    const second = await startTestApp({ data_dir, port })
    const status = async (key: string) =>
      (await second.call('/v1/credits', { headers: { 'x-api-key': key } })).status
    assert.deepEqual([await status(before), await status(await keyOf(second))], [401, 200])
    await second.stop()
  })

  test('is stored only as a hash', async () => {
    const { enter, windows, store, folder } = windowsOfOwnClock()
    const { secret, id } = (await enter())!
    assert.equal(windows.find(secret)?.id, id)
    store.checkpoint()
    const bytes = readFileSync(databaseFile(folder))
    assert.deepEqual([bytes.includes(id), bytes.includes(secret)], [true, false])
  })

  test('ends after 30 days', async () => {
    const { enter, windows, pass } = windowsOfOwnClock()
    const { secret } = (await enter())!
    pass(30 * DAY - 1)
    assert.ok(windows.find(secret))
    pass(1)
    assert.deepEqual([windows.find(secret), await windows.list()], [null, []])
  })

  test('is replaced when its browser signs in again', async () => {
    const { enter, windows, ended } = windowsOfOwnClock()
    const first = (await enter())!
    const second = (await enter(first.id))!
    assert.deepEqual([windows.find(first.secret), ended], [null, [first.id]])
    assert.deepEqual(
      (await windows.list()).map(({ id }) => id),
      [second.id],
    )
  })

  test('is removed when it is the least recently used of 101', async () => {
    const { enter, windows, ended, pass } = windowsOfOwnClock()
    const ids: string[] = []
    for (let i = 0; i < 101; i++) {
      ids.push((await enter())!.id)
      pass(1)
    }
    assert.deepEqual([ended, (await windows.list()).length], [ids.slice(0, 1), 100])
  })

  test('is listed with its browser, and can be ended from another window', async () => {
    const answer = await fetch(winnow.app.invite(), {
      redirect: 'manual',
      headers: { 'user-agent': FIREFOX },
    })
    const going = answer.headers.getSetCookie()[0]!.split(';')[0]!
    const staying = await signIn(winnow)
    const { data } = (await asWindow(going, '/admin/sign-ins')).json
    const own = data.find(({ is_own }: { is_own: boolean }) => is_own)
    assert.equal(own.browser, 'Firefox on Linux')
    const key = await windowKey(going)
    assert.equal((await asWindow(staying, `/admin/sign-ins/${own.id}/revoke`, SAME_ORIGIN, {})).status, 204)
    assert.equal((await asWindow(going, '/admin/status')).status, 401)
    assert.equal(await creditsWith(key), 401)
    assert.equal((await asWindow(staying, `/admin/sign-ins/${own.id}/revoke`, SAME_ORIGIN, {})).status, 404)
  })
})

describe('what a window gets when it signs in', () => {
  test('includes the path of every operation, those of the owner too', async () => {
    const { operations } = (await asWindow(await signIn(winnow), '/admin/sign-in')).json
    const pathOf = (id: string) => operations.find((route: { id: string }) => route.id === id)?.path
    assert.deepEqual(
      [pathOf('credits'), pathOf('key-revoke'), pathOf('nothing')],
      ['/v1/credits', '/admin/keys/{id}/revoke', undefined],
    )
  })
})
