import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { databaseFile } from '../../server/store/file/open-database.ts'
import { until } from '../http/support/until.ts'
import { createGate } from '../operations/support/gate.ts'
import { testChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { importInto, newSession } from './support/logged-in.ts'
import { type LoginSite, startLoginSite } from './support/login-site.ts'

const SCHEMA = { fields: { order: { css: '.order', required: true } } }

const FLAGS = { allow_hosts: '127.0.0.1,localhost' }

let site: LoginSite
let service: TestApp
before(async () => {
  site = await startLoginSite()
  service = await startTestApp(FLAGS, undefined, { browser: await testChromium() })
})
after(async () => {
  await service.stop()
  await site.close()
})

const scrape = (parser: string, path = '/orders', host = '127.0.0.1') =>
  service.call(`/v1/scrape/${parser}`, { json: { url: `http://${host}:${site.port}${path}` } })
const shown = async (id: string) => (await service.call(`/v1/sessions/${id}`)).json
const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('pages behind a login', () => {
  for (const mode of ['http', 'browser', 'auto'])
    test(`are read again and again by mode ${mode}, while the site changes the token with each`, async () => {
      const session = await newSession(service, `by ${mode}`, await site.logIn())
      const parser = await service.parser(SCHEMA, { fetch: { mode, session } })
      for (let page = 0; page < 3; page++) {
        const { status, json, text } = await scrape(parser)
        assert.deepEqual([status, json?.order], [200, 'Kettle'], text)
      }
      assert.partialDeepStrictEqual(await shown(session), { state: 'ready', cookies: 1, expired_at: null })
    })

  test('are read by jobs, batches, crons and without a parser', async () => {
    const session = await newSession(service, 'everywhere', await site.logIn())
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    const url = `${site.url}/orders`
    const post = async (path: string, json: object) => {
      const made = await service.call(path, { json })
      assert.ok(made.status < 300, made.text)
      return made.json
    }
    const job = await post('/v1/jobs', { type: 'scrape', parser_id: parser, input: { url } })
    assert.equal((await service.ended(`/v1/jobs/${job.id}`)).state, 'completed')
    const batch = await post('/v1/batches', { target: { parser_id: parser }, items: [{ input: { url } }] })
    assert.equal((await service.ended(`/v1/batches/${batch.id}`)).counts.completed, 1)
    const target = { type: 'parser', id: parser, input: { url } }
    const cron = await post('/v1/crons', { name: 'orders', expression: '0 0 1 1 *', timezone: 'UTC', target })
    await post(`/v1/crons/${cron.id}/run`, {})
    await until(
      async () => (await service.call(`/v1/crons/${cron.id}/runs`)).json.data[0]?.state === 'completed',
    )
    assert.equal((await post('/v1/pages/read', { url, fetch: { session } })).title, 'Orders')
    const schema = { fields: { order: '.order' } }
    assert.equal((await post('/v1/pages/extract', { url, schema, fetch: { session } })).data.order, 'Kettle')
    assert.equal(site.shown() >= 5, true)
  })

  test('are read after a restart with what the site gave last', async () => {
    const data_dir = join(tempFolder(), 'data')
    const first = await startTestApp({ ...FLAGS, data_dir })
    const session = await newSession(first, 'lasting', await site.logIn())
    const parser = await first.parser(SCHEMA, { fetch: { session } })
    const url = `${site.url}/orders`
    const key = first.key
    assert.equal((await first.call(`/v1/scrape/${parser}`, { json: { url } })).status, 200)
    await first.stop()
    const second = await startTestApp({ ...FLAGS, data_dir })
    const again = await second.call(`/v1/scrape/${parser}`, { json: { url }, headers: { 'x-api-key': key } })
    await second.stop()
    assert.deepEqual([again.status, again.json.order], [200, 'Kettle'])
  })
})

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
  test('is noticed by the text of a login page, in whatever charset that comes', async () => {
    const types = { 'iso-8859-1': 'latin1', 'utf-16le': 'utf16le', 'utf-8': 'utf8' } as const
    for (const [charset, encoding] of Object.entries(types)) {
      const headers = { 'content-type': `text/html; charset=${charset}` }
      site.on('/foreign', { headers, body: Buffer.from('<h1>Se connecter à votre compte</h1>', encoding) })
      const fields = { login_text: 'connecter à' }
      const session = await newSession(service, `in ${charset}`, await site.logIn(), fields)
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
      assert.equal((await scrape(parser, '/foreign')).json.detail, 'session_expired', charset)
    }
  })

  test('is noticed by the text of a login page as people see it', async () => {
    const texts = { 'Log in to S&P': '<h1>Log&nbsp;in\n to S&amp;P</h1>', "Don't wait": '<p>Don&#39;t wait' }
    for (const [login_text, body] of Object.entries(texts)) {
      site.on('/entities', { body })
      const session = await newSession(service, login_text, await site.logIn(), { login_text })
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
      assert.equal((await scrape(parser, '/entities')).json.detail, 'session_expired', login_text)
    }
  })

  for (const mode of ['http', 'browser'])
    for (const [what, path, fields, schema] of cases)
      test(`is noticed ${what}, over ${mode}, and is free`, async () => {
        const session = await newSession(service, `${what} ${mode}`, await site.logIn(), fields)
        const parser = await service.parser(schema, { fetch: { mode, session } })
        site.logOutAll()
        const before = await balance()
        const { status, json, headers } = await scrape(parser, path)
        assert.deepEqual([status, json.detail, await balance()], [502, 'session_expired', before], json.error)
        assert.match(json.hint, /^Log in again: .*session open/)
        assert.equal(headers.get('x-credits-used'), '0')
        assert.equal((await shown(session)).state, 'expired')
      })

  test('is not tried again for a while, notifies webhooks once, and is ready after the next login', async () => {
    const hook = (
      await service.call('/v1/webhooks', { json: { url: `${site.url}/hook`, events: ['session.*'] } })
    ).json
    const session = await newSession(service, 'renewed', await site.logIn())
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    site.logOutAll()
    assert.equal((await scrape(parser)).json.detail, 'session_expired')
    const asked = site.requests.filter(({ path }) => path === '/orders').length
    const again = await scrape(parser)
    assert.deepEqual([again.status, again.json.detail], [502, 'session_expired'])
    assert.ok(Number(again.headers.get('retry-after')) > 500)
    assert.equal(site.requests.filter(({ path }) => path === '/orders').length, asked)
    const { data } = (await service.call(`/v1/webhooks/${hook.id}/deliveries`)).json
    assert.deepEqual(
      data.map(({ event }: { event: { type: string; data: { name: string } } }) => [
        event.type,
        event.data.name,
      ]),
      [['session.expired', 'renewed']],
    )
    await importInto(service, session, await site.logIn())
    assert.deepEqual([(await scrape(parser)).status, (await shown(session)).state], [200, 'ready'])
    await service.call(`/v1/webhooks/${hook.id}`, { method: 'DELETE' })
  })

  test('can be tried at once, and is ready again where the site knows it', async () => {
    const session = await newSession(service, 'tried', await site.logIn())
    const test = async () =>
      (await service.call(`/v1/sessions/${session}/test`, { json: { url: `${site.url}/orders` } })).json
    assert.equal((await test()).logged_in, true)
    site.logOutAll()
    const failed = await test()
    assert.deepEqual([failed.logged_in, failed.session.state], [false, 'expired'])
    assert.match(failed.reason, /asks to log in/)
    const [cookie] = await site.logIn()
    await importInto(service, session, [cookie])
    assert.deepEqual([(await test()).logged_in, (await shown(session)).state], [true, 'ready'])
  })

  test('is one that nobody has logged in yet', async () => {
    const session = await newSession(service, 'empty')
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    const { json } = await scrape(parser)
    assert.deepEqual([json.detail, (await shown(session)).state], ['session_expired', 'empty'])
    assert.match(json.error, /^Nobody has logged in/)
  })

  test('is one whose cookies its site has deleted', async () => {
    const [cookie] = await site.logIn()
    const session = await newSession(service, 'forgotten', [cookie])
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

describe('a window to log in', () => {
  test('keeps what the site gives its hosts once it is closed', async () => {
    const chromium = await testChromium()
    const port = await freePort()
    // Chromium's headless shell stands in for a window: it takes the same way but for the pixels.
    const args = ['--headless', `--remote-debugging-port=${port}`, ...chromium.args]
    const env = { ...chromium.env, DISPLAY: ':0' }
    const other = await startTestApp(FLAGS, undefined, { browser: { ...chromium, args, env } })
    const session = await newSession(other, 'by window')
    const state = async () => (await other.call(`/v1/sessions/${session}`)).json
    const path = `/admin/sessions/${session}/open`
    const opened = await other.admin(path, { url: `${site.url}/window` })
    assert.deepEqual([opened.status, opened.json.window], [200, 'open'], opened.text)
    assert.equal((await other.admin(path, { url: `${site.url}/window` })).status, 409)
    await until(async () => site.requests.some(request => request.path === '/logged-in'))
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { id: string }[]
    for (const { id } of pages) await fetch(`http://127.0.0.1:${port}/json/close/${id}`)
    await until(async () => (await state()).window === 'possible' && (await state()).state === 'ready')
    assert.equal((await state()).cookies, 1)
    const parser = await other.parser(SCHEMA, { fetch: { session } })
    const { status } = await other.call(`/v1/scrape/${parser}`, { json: { url: `${site.url}/orders` } })
    assert.equal(status, 200)
    await other.stop()
  })

  test('needs a screen, and says how to do without', async () => {
    const chromium = await testChromium()
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = chromium.env
    const other = await startTestApp(FLAGS, undefined, { browser: { ...chromium, env } })
    const session = await newSession(other, 'none')
    assert.equal(
      (await other.call(`/v1/sessions/${session}`)).json.window,
      process.platform === 'linux' ? null : 'possible',
    )
    const { status, json } = await other.admin(`/admin/sessions/${session}/open`, { url: site.url })
    await other.stop()
    if (process.platform !== 'linux') return
    assert.deepEqual([status, json.detail], [409, 'no_display'])
    assert.match(json.hint, /import/)
  })
})

describe('what sites change at the same time', () => {
  const sent = async (parser: string) => {
    await scrape(parser, '/shown')
    return site.requests.findLast(({ path }) => path === '/shown')?.headers.cookie
  }

  test('is there for all fetches at once, and a login drops what older fetches still bring', async () => {
    const gate = createGate()
    site.on('/slow', (_, response) => {
      const headers = { 'content-type': 'text/html', 'set-cookie': 'late=1; Path=/' }
      void gate
        .pass(new AbortController().signal)
        .then(() => response.writeHead(200, headers).end('<h1>Page</h1>'))
    })
    site.on('/shown', { body: '<h1>Page</h1>' })
    site.on('/next', { headers: { 'set-cookie': 'b=next; Path=/' }, body: '<h1>Page</h1>' })
    const cookies = (value: string) => [{ name: 'a', value, domain: '127.0.0.1' }]
    const session = await newSession(service, 'at once', cookies('first'))
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
    const slow = scrape(parser, '/slow')
    await gate.waiting(1)
    await scrape(parser, '/next')
    assert.equal(await sent(parser), 'a=first; b=next')
    await importInto(service, session, cookies('second'))
    gate.open()
    assert.equal((await slow).status, 200)
    assert.equal(await sent(parser), 'a=second')
    assert.equal((await shown(session)).cookies, 1)
  })
})

describe('a refusal of a login that was replaced meanwhile', () => {
  const refusals = {
    status: { status: 401, body: '' },
    form: { status: 200, body: '<form><input type="password"></form>' },
  }
  for (const [what, answer] of Object.entries(refusals))
    test(`by its ${what} says nothing of the new one`, async () => {
      const gate = createGate()
      site.on('/refused', (_, response) => {
        const headers = { 'content-type': 'text/html' }
        void gate
          .pass(new AbortController().signal)
          .then(() => response.writeHead(answer.status, headers).end(answer.body))
      })
      site.on('/welcome', { body: '<h1>Page</h1>' })
      const cookies = (value: string) => [{ name: 'a', value, domain: '127.0.0.1' }]
      const session = await newSession(service, `replaced, ${what}`, cookies('first'))
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
      const slow = scrape(parser, '/refused')
      await gate.waiting(1)
      await importInto(service, session, cookies('second'))
      gate.open()
      assert.equal((await slow).json.detail, 'session_expired')
      assert.partialDeepStrictEqual(await shown(session), { state: 'ready', expired_at: null })
      assert.equal((await scrape(parser, '/welcome')).json.title, 'Page')
    })
})

test('a cookie that is to be kept for longer than there are dates is kept', async () => {
  site.on('/forever', { headers: { 'set-cookie': 'b=1; Max-Age=99999999999999999' }, body: '<h1>Page</h1>' })
  const session = await newSession(service, 'forever', [{ name: 'a', value: '1', domain: '127.0.0.1' }])
  const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
  assert.equal((await scrape(parser, '/forever')).json.title, 'Page')
  assert.partialDeepStrictEqual(await shown(session), {
    cookies: 2,
    cookies_until: '9999-12-31T23:59:59.000Z',
  })
})

describe('what a session holds', () => {
  const SECRET = 'very-secret-value'
  const cookies = [{ name: 'sid', value: SECRET, domain: '127.0.0.1', path: '/' }]

  test('goes to none but its hosts', async () => {
    const session = await newSession(service, 'narrow', cookies)
    for (const mode of ['http', 'browser']) {
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode, session } })
      site.requests.length = 0
      await scrape(parser, '/login')
      await scrape(parser, '/login', 'localhost')
      const sent = site.requests.filter(({ path }) => path === '/login').map(({ headers }) => headers.cookie)
      assert.deepEqual(sent, [`sid=${SECRET}`, undefined], mode)
    }
  })

  test('is in no answer, record, update, log or trace', async () => {
    site.on('/echo', { headers: { 'set-cookie': `sid=${SECRET}2; Path=/` }, body: '<h1>Page</h1>' })
    const session = await newSession(service, 'quiet', cookies)
    const parser = await service.parser(
      { fields: { all: { header: 'set-cookie' }, title: 'h1' } },
      { fetch: { session } },
    )
    const answers = await Promise.all([
      service.call(`/v1/scrape/${parser}?debug=1`, { json: { url: `${site.url}/echo` } }),
      service.call('/v1/sessions'),
      service.call(`/v1/sessions/${session}`),
      importInto(service, session, [...cookies, { name: 'x', value: `${SECRET};`, domain: '127.0.0.1' }]),
      service.call(`/v1/parsers/${parser}`),
      service.call('/v1/calls'),
      service.admin('/admin/log?limit=1000'),
    ])
    for (const { text } of answers) assert.doesNotMatch(text, new RegExp(SECRET))
  })

  test('is gone with its deletion, which parsers that use it hold up', async () => {
    const session = await newSession(service, 'deleted', cookies)
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
    const refused = await service.call(`/v1/sessions/${session}`, { method: 'DELETE' })
    assert.deepEqual([refused.status, refused.json.dependants], [409, [parser]])
    await service.call(`/v1/parsers/${parser}`, { method: 'DELETE' })
    assert.equal((await service.call(`/v1/sessions/${session}`, { method: 'DELETE' })).status, 204)
    const restored = await service.call(`/v1/sessions/${session}/restore`, { method: 'POST' })
    assert.deepEqual([restored.json.state, restored.json.cookies], ['empty', 0])
  })

  test('is another account’s matter', async () => {
    const session = await newSession(service, 'own', cookies)
    const headers = { 'x-api-key': await service.keyFor('stranger') }
    assert.equal((await service.call(`/v1/sessions/${session}`, { headers })).status, 404)
    const made = await service.call('/v1/parsers', {
      json: { name: 'theirs', schema: { fields: { title: 'h1' } }, fetch: { session } },
      headers,
    })
    assert.deepEqual([made.status, made.json.field], [400, 'fetch.session'])
    const read = await service.call('/v1/pages/read', {
      json: { url: site.url, fetch: { session } },
      headers,
    })
    assert.deepEqual([read.status, read.json.field], [400, 'fetch.session'])
  })
})

describe('a session as a record', () => {
  const refused: [fields: object, field: string, says: RegExp][] = [
    [{ hosts: [] }, 'hosts', /at least 1/],
    [{ hosts: ['https://shop.example/'] }, 'hosts[0]', /not the name of a host/],
    [{ hosts: ['*.example'] }, 'hosts[0]', /every site of a top level/],
    [{ hosts: ['*.127.0.0.1'] }, 'hosts[0]', /not the name of a host/],
    [{ login_url: 'file:///etc/passwd' }, 'login_url', /./],
  ]
  for (const [fields, field, says] of refused)
    test(`cannot have ${JSON.stringify(fields)}`, async () => {
      const { status, json } = await service.call('/v1/sessions', {
        json: { name: 'x', hosts: ['a.example'], ...fields },
      })
      assert.deepEqual([status, json.field], [400, field], json.error)
      assert.match(json.error, says)
    })

  test('has a name of its own in the account', async () => {
    await newSession(service, 'once')
    const { status, json } = await service.call('/v1/sessions', {
      json: { name: 'once', hosts: ['a.example'] },
    })
    assert.deepEqual([status, json.field], [409, 'name'])
  })

  test('keeps with a change of its hosts what is for them', async () => {
    const session = await newSession(service, 'changed', [
      { name: 'a', value: '1', domain: 'shop.example' },
      { name: 'b', value: '1', domain: 'www.shop.example' },
    ], { hosts: ['*.shop.example'] }) // biome-ignore format: short
    const json = { name: 'changed', hosts: ['www.shop.example'] }
    assert.equal((await service.call(`/v1/sessions/${session}`, { method: 'PUT', json })).json.cookies, 1)
  })
})

test('a keychain seals what a session holds; without it, nobody can use the session', async () => {
  const data_dir = join(tempFolder(), 'data')
  const flags = { ...FLAGS, data_dir }
  const vault = {
    seal: (text: string) => Buffer.from(text).toString('base64'),
    open: (sealed: string) => Buffer.from(sealed, 'base64').toString(),
  }
  const first = await startTestApp(flags, undefined, { vault })
  const key = { 'x-api-key': first.key }
  const secret = { name: 'token', value: 'plainly-visible', domain: '127.0.0.1' }
  const session = await newSession(first, 'sealed', [secret])
  const parser = await first.parser(SCHEMA, { fetch: { session } })
  await first.stop()
  assert.doesNotMatch(readFileSync(databaseFile(data_dir), 'latin1'), /plainly-visible/)
  const second = await startTestApp(flags)
  const { json } = await second.call(`/v1/sessions/${session}`, { headers: key })
  const refused = await second.call(`/v1/scrape/${parser}`, { json: { url: site.url }, headers: key })
  await second.stop()
  assert.deepEqual([json.state, refused.status], ['sealed', 503], refused.text)
})
