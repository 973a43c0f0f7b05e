import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { createGate } from '../operations/support/gate.ts'
import { testChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { createSession, importCookies } from './support/create-session.ts'
import { FLAGS, SCHEMA, startSessionSite } from './support/session-site.ts'

const { site, service, scrape, shown } = startSessionSite()

describe('pages behind a login', () => {
  for (const mode of ['http', 'browser', 'auto'])
    test(`are read again and again in mode ${mode}, although the site changes the token with each page`, async () => {
      const session = await createSession(service, `by ${mode}`, await site.logIn())
      const parser = await service.parser(SCHEMA, { fetch: { mode, session } })
      for (let page = 0; page < 3; page++) {
        const { status, json, text } = await scrape(parser)
        assert.deepEqual([status, json?.order], [200, 'Kettle'], text)
      }
      assert.partialDeepStrictEqual(await shown(session), { state: 'ready', cookies: 1, expired_at: null })
    })

  test('are read by jobs, batches, crons, and calls without a parser', async () => {
    const session = await createSession(service, 'everywhere', await site.logIn())
    const parser = await service.parser(SCHEMA, { fetch: { session } })
    const url = `${site.url}/orders`
    const post = async (path: string, json: object) => {
      const created = await service.call(path, { json })
      assert.ok(created.status < 300, created.text)
      return created.json
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

  test('are read after a restart with the newest token of the site', async () => {
    const data_dir = join(tempFolder(), 'data')
    const first = await startTestApp({ ...FLAGS, data_dir })
    const session = await createSession(first, 'lasting', await site.logIn())
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

describe('a login window', () => {
  test("keeps the cookies of the session's hosts when it is closed", async () => {
    const chromium = await testChromium()
    const port = await freePort()
    // Chromium's headless shell stands in for the window: it is controlled in the same way, but draws nothing.
    const args = ['--headless', `--remote-debugging-port=${port}`, ...chromium.args]
    const env = { ...chromium.env, DISPLAY: ':0' }
    const other = await startTestApp(FLAGS, undefined, { browser: { ...chromium, args, env } })
    const session = await createSession(other, 'by window')
    const state = async () => (await other.call(`/v1/sessions/${session}`)).json
    const path = `/admin/sessions/${session}/open`
    const answer = await other.admin(path, { url: `${site.url}/window` })
    assert.deepEqual([answer.status, answer.json.window], [200, 'open'], answer.text)
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

  test('needs a screen, and the error suggests an import instead', async () => {
    const chromium = await testChromium()
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = chromium.env
    const other = await startTestApp(FLAGS, undefined, { browser: { ...chromium, env } })
    const session = await createSession(other, 'none')
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

describe('cookies that a site changes', () => {
  const cookiesSent = async (parser: string) => {
    await scrape(parser, '/shown')
    return site.requests.findLast(({ path }) => path === '/shown')?.headers.cookie
  }

  test('are used by other fetches at once, and a new login discards those of fetches that are still running', async () => {
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
    const session = await createSession(service, 'at once', cookies('first'))
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
    const slow = scrape(parser, '/slow')
    await gate.waiting(1)
    await scrape(parser, '/next')
    assert.equal(await cookiesSent(parser), 'a=first; b=next')
    await importCookies(service, session, cookies('second'))
    gate.open()
    assert.equal((await slow).status, 200)
    assert.equal(await cookiesSent(parser), 'a=second')
    assert.equal((await shown(session)).cookies, 1)
  })
})

test('a cookie with an expiry beyond the last possible date is kept until that date', async () => {
  site.on('/forever', { headers: { 'set-cookie': 'b=1; Max-Age=99999999999999999' }, body: '<h1>Page</h1>' })
  const session = await createSession(service, 'forever', [{ name: 'a', value: '1', domain: '127.0.0.1' }])
  const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
  assert.equal((await scrape(parser, '/forever')).json.title, 'Page')
  assert.partialDeepStrictEqual(await shown(session), {
    cookies: 2,
    cookies_until: '9999-12-31T23:59:59.000Z',
  })
})

describe('a session', () => {
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

  test('must have a unique name in its account', async () => {
    await createSession(service, 'once')
    const { status, json } = await service.call('/v1/sessions', {
      json: { name: 'once', hosts: ['a.example'] },
    })
    assert.deepEqual([status, json.field], [409, 'name'])
  })

  test('says why a file holds nothing for it, in words about that file', async () => {
    const session = await createSession(service, 'nothing', undefined, { hosts: ['a.example'] })
    const refusal = async (content: unknown) => {
      const { json } = await importCookies(service, session, content)
      return [json.field, json.error, json.hint]
    }
    const cookie = { name: 'a', value: '1', domain: 'a.example' }
    const [none, other, old] = [
      await refusal('nothing'),
      await refusal([{ ...cookie, domain: 'b.example' }]),
      await refusal([{ ...cookie, expirationDate: 1 }]),
    ]
    assert.deepEqual(none.slice(0, 2), ['file', 'The file has no cookie of a.example.'])
    assert.equal(other[1], 'The file has no cookie of a.example, but cookies of 1 other host.')
    assert.equal(old[1], 'The file has no cookie of a.example: the only one has expired.')
    const many = Array.from({ length: 90 }, (_, at) => ({ ...cookie, domain: `b${at}.example` }))
    assert.match((await refusal(many))[1], /but cookies of 90 other hosts\.$/)
    const { json } = await importCookies(service, session, [cookie, ...many])
    assert.equal(json.other_hosts.length, 50)
    for (const content of ['', 'x'.repeat(2_097_153)]) {
      const [field, , hint] = await refusal(content)
      assert.equal(field, 'file')
      assert.doesNotMatch(hint, /page|rows/)
    }
  })

  test('may name hosts, and be given cookies, in any script', async () => {
    const hosts = ['*.Bücher.example', '例え.jp']
    const session = await createSession(service, 'script', [
      { name: 'a', value: '1', domain: '.bücher.example' },
      { name: 'b', value: '1', domain: 'xn--r8jz45g.jp' },
    ], { hosts }) // biome-ignore format: short
    const { hosts: kept, cookies } = await shown(session)
    assert.deepEqual([kept, cookies], [['*.xn--bcher-kva.example', 'xn--r8jz45g.jp'], 2])
  })

  test('keeps only the cookies of its remaining hosts when its hosts change', async () => {
    const session = await createSession(service, 'changed', [
      { name: 'a', value: '1', domain: 'shop.example' },
      { name: 'b', value: '1', domain: 'www.shop.example' },
    ], { hosts: ['*.shop.example'] }) // biome-ignore format: short
    const json = { name: 'changed', hosts: ['www.shop.example'] }
    assert.equal((await service.call(`/v1/sessions/${session}`, { method: 'PUT', json })).json.cookies, 1)
  })
})
