import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessions } from '../../server/sessions/sessions.ts'
import { openStore } from '../../server/store/open-store.ts'
import { until } from '../http/support/until.ts'
import { tempFolder } from '../support/temp-folder.ts'

const STATE = {
  cookies: [],
  storage: [{ origin: 'https://shop.example', items: [{ name: 'a', value: 'b' }] }],
}
const PLACE = { accountId: 'acc_1', id: 'ses_1' }

const DOCUMENT = { name: 'shop', hosts: ['shop.example'], login_url: null, login_text: null }

type LogIn = Parameters<typeof createSessions>[0]['browser']['logIn']

async function createScene(logIn: LogIn = () => Promise.reject(new Error('There is no browser.'))) {
  const store = openStore(tempFolder())
  await store.write(store.sessions.create(PLACE.accountId, PLACE.id, DOCUMENT, 1).write)
  let time = 1_000
  const logins = createSessions({
    store,
    browser: { logIn },
    now: () => time++,
    report: error => assert.fail(error as Error),
  })
  await logins.logIn(PLACE, STATE)
  const record = () => store.sessions.read(PLACE.accountId, PLACE.id)
  return { store, logins, record }
}

test('a refusal of the login before does not expire a session that logs in at that moment', async () => {
  const { store, logins, record } = await createScene()
  const before = logins.loginOf(PLACE)
  await Promise.all([logins.logIn(PLACE, STATE), logins.noteExpired(PLACE, 'A login page.', before)])
  assert.deepEqual([record()?.state, record()?.expired_at], ['ready', null])
  store.close()
})

test('a session that is deleted at the moment of a login is restored without one', async () => {
  const { store, logins, record } = await createScene()
  await Promise.all([store.sessions.remove(PLACE.accountId, PLACE.id, 2_000), logins.logIn(PLACE, STATE)])
  await store.sessions.restore(PLACE.accountId, PLACE.id, 3_000, () => undefined)
  assert.deepEqual([record()?.state, record()?.logged_in_at], ['empty', null])
  store.close()
})

test('a window whose session gets other hosts stores nothing of the former ones', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { store, logins, record } = await createScene(async session => {
    session.store({ origin: 'https://shop.example', items: [{ name: 'a', value: 'new' }] })
    return { closed, close: async () => resolve() }
  })
  await logins.openWindow(PLACE, 'https://shop.example/')
  await store.sessions.replace(PLACE.accountId, PLACE.id, { ...DOCUMENT, hosts: ['other.example'] }, 2_000)
  await logins.changed(PLACE)
  resolve()
  await until(async () => !logins.isOpen(PLACE.id))
  assert.deepEqual([record()?.state, store.sessions.open(PLACE.id)?.storage], ['empty', []])
  store.close()
})

test('a window that is closed without a login leaves an expired session as it is', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { store, logins, record } = await createScene(async () => ({ closed, close: async () => resolve() }))
  await logins.noteExpired(PLACE, 'A login page.', logins.loginOf(PLACE))
  const before = record()
  await logins.openWindow(PLACE, 'https://shop.example/')
  resolve()
  await until(async () => !logins.isOpen(PLACE.id))
  assert.equal(before?.state, 'expired')
  assert.deepEqual(record(), before)
  store.close()
})
