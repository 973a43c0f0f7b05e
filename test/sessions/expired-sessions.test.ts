import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGate } from '../operations/support/gate.ts'
import { startLocalSite } from '../support/local-site.ts'
import { createSession, importCookies } from './support/create-session.ts'
import { SCHEMA, startSessionSite } from './support/session-site.ts'

const { site, service, scrape, shown } = startSessionSite()
const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('an expired session', () => {
  const cases: [what: string, path: string, fields: Record<string, unknown>, schema: object][] = [
    ['by a redirect to the login page', '/orders', {}, SCHEMA],
    ['by a form in place of what is required', '/same-address', {}, SCHEMA],
    ['by a form in place of all values', '/same-address', {}, { fields: { order: '.order' } }],
    [
      'by what the parser excludes',
      '/same-address',
      {},
      { fields: { title: 'h1' }, expect: { must_not: ['form'] } },
    ],
    [
      'by the text of the login page',
      '/same-address',
      { login_text: 'Welcome</h1>' },
      { fields: { title: 'h1' } },
    ],
  ]
  test('is detected by the text of the login page in any charset', async () => {
    const types = { 'iso-8859-1': 'latin1', 'utf-16le': 'utf16le', 'utf-8': 'utf8' } as const
    for (const [charset, encoding] of Object.entries(types)) {
      const headers = { 'content-type': `text/html; charset=${charset}` }
      site.on('/foreign', { headers, body: Buffer.from('<h1>Se connecter à votre compte</h1>', encoding) })
      const fields = { login_text: 'connecter à' }
      const session = await createSession(service, `in ${charset}`, await site.logIn(), fields)
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
      assert.equal((await scrape(parser, '/foreign')).json.detail, 'session_expired', charset)
    }
  })

  test('is detected by the text of the login page as shown, without entities and line breaks', async () => {
    const texts = { 'Log in to S&P': '<h1>Log&nbsp;in\n to S&amp;P</h1>', "Don't wait": '<p>Don&#39;t wait' }
    for (const [login_text, body] of Object.entries(texts)) {
      site.on('/entities', { body })
      const session = await createSession(service, login_text, await site.logIn(), { login_text })
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
      assert.equal((await scrape(parser, '/entities')).json.detail, 'session_expired', login_text)
    }
  })

  for (const mode of ['http', 'browser'])
    for (const [what, path, fields, schema] of cases)
      test(`is detected ${what}, over ${mode}, and the call is free`, async () => {
        const session = await createSession(service, `${what} ${mode}`, await site.logIn(), fields)
        const parser = await service.parser(schema, { fetch: { mode, session } })
        site.logOutAll()
        const before = await balance()
        const { status, json, headers } = await scrape(parser, path)
        assert.deepEqual([status, json.detail, await balance()], [502, 'session_expired', before], json.error)
        assert.match(json.hint, /^Log in again: .*session open/)
        assert.equal(headers.get('x-credits-used'), '0')
        assert.equal((await shown(session)).state, 'expired')
      })

  test('is not used for a while, is reported to webhooks once, and works again after the next login', async () => {
    const hook = (
      await service.call('/v1/webhooks', { json: { url: `${site.url}/hook`, events: ['session.*'] } })
    ).json
    const session = await createSession(service, 'renewed', await site.logIn())
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    site.logOutAll()
    assert.equal((await scrape(parser)).json.detail, 'session_expired')
    const requestCount = site.requests.filter(({ path }) => path === '/orders').length
    const again = await scrape(parser)
    assert.deepEqual([again.status, again.json.detail], [502, 'session_expired'])
    assert.ok(Number(again.headers.get('retry-after')) > 500)
    assert.equal(site.requests.filter(({ path }) => path === '/orders').length, requestCount)
    const { data } = (await service.call(`/v1/webhooks/${hook.id}/deliveries`)).json
    assert.deepEqual(
      data.map(({ event }: { event: { type: string; data: { name: string } } }) => [
        event.type,
        event.data.name,
      ]),
      [['session.expired', 'renewed']],
    )
    await importCookies(service, session, await site.logIn())
    assert.deepEqual([(await scrape(parser)).status, (await shown(session)).state], [200, 'ready'])
    await service.call(`/v1/webhooks/${hook.id}`, { method: 'DELETE' })
  })

  test('can be tested at once, and is ready again when the site accepts it', async () => {
    const session = await createSession(service, 'tried', await site.logIn())
    const test = async () =>
      (await service.call(`/v1/sessions/${session}/test`, { json: { url: `${site.url}/orders` } })).json
    assert.equal((await test()).logged_in, true)
    site.logOutAll()
    const failedTest = await test()
    assert.deepEqual([failedTest.logged_in, failedTest.session.state], [false, 'expired'])
    assert.match(failedTest.reason, /asks to log in/)
    const [cookie] = await site.logIn()
    await importCookies(service, session, [cookie])
    assert.deepEqual([(await test()).logged_in, (await shown(session)).state], [true, 'ready'])
  })

  test('is reported when nobody has logged in yet', async () => {
    const session = await createSession(service, 'empty')
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    const { json } = await scrape(parser)
    assert.deepEqual([json.detail, (await shown(session)).state], ['session_expired', 'empty'])
    assert.match(json.error, /^Nobody has logged in/)
  })

  test('is reported when the site has deleted its cookies', async () => {
    const [cookie] = await site.logIn()
    const session = await createSession(service, 'forgotten', [cookie])
    const farewell = await startLocalSite()
    farewell.on('/', {
      headers: { 'set-cookie': `${cookie!.name}=; Max-Age=0; Path=/` },
      body: '<p class=order>Bye</p>',
    })
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    const url = `${farewell.url}/`
    const last = await service.call(`/v1/scrape/${parser}`, { json: { url } })
    assert.equal(last.status, 200, last.text)
    const { json } = await service.call(`/v1/scrape/${parser}`, { json: { url } })
    await farewell.close()
    assert.match(json.error, /^The session forgotten holds no cookies any more/)
    assert.match(json.hint, /The site has deleted them.*Log in again/)
  })
})

describe('a refused fetch with a login that has been replaced meanwhile', () => {
  const refusals = {
    status: { status: 401, body: '' },
    form: { status: 200, body: '<form><input type="password"></form>' },
  }
  for (const [what, answer] of Object.entries(refusals))
    test(`by its ${what} does not mark the new login as expired`, async () => {
      const gate = createGate()
      site.on('/refused', (_, response) => {
        const headers = { 'content-type': 'text/html' }
        void gate
          .pass(new AbortController().signal)
          .then(() => response.writeHead(answer.status, headers).end(answer.body))
      })
      site.on('/welcome', { body: '<h1>Page</h1>' })
      const cookies = (value: string) => [{ name: 'a', value, domain: '127.0.0.1' }]
      const session = await createSession(service, `replaced, ${what}`, cookies('first'))
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
      const slow = scrape(parser, '/refused')
      await gate.waiting(1)
      await importCookies(service, session, cookies('second'))
      gate.open()
      assert.equal((await slow).json.detail, 'session_expired')
      assert.partialDeepStrictEqual(await shown(session), { state: 'ready', expired_at: null })
      assert.equal((await scrape(parser, '/welcome')).json.title, 'Page')
    })
})
