import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { createSession, importCookies } from './support/create-session.ts'
import { FLAGS, SCHEMA, startSessionSite } from './support/session-site.ts'

const { site, service, scrape } = startSessionSite()

describe('the cookies of a session', () => {
  const SECRET = 'very-secret-value'
  const cookies = [{ name: 'sid', value: SECRET, domain: '127.0.0.1', path: '/' }]

  test('are sent only to its hosts', async () => {
    const session = await createSession(service, 'narrow', cookies)
    for (const mode of ['http', 'browser']) {
      const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode, session } })
      site.requests.length = 0
      await scrape(parser, '/login')
      await scrape(parser, '/login', 'localhost')
      const sent = site.requests.filter(({ path }) => path === '/login').map(({ headers }) => headers.cookie)
      assert.deepEqual(sent, [`sid=${SECRET}`, undefined], mode)
    }
  })

  test('are not shown in answers, records, the log or traces', async () => {
    site.on('/echo', { headers: { 'set-cookie': `sid=${SECRET}2; Path=/` }, body: '<h1>Page</h1>' })
    const session = await createSession(service, 'quiet', cookies)
    const parser = await service.parser(
      { fields: { all: { header: 'set-cookie' }, title: 'h1' } },
      { fetch: { session } },
    )
    const answers = await Promise.all([
      service.call(`/v1/scrape/${parser}?debug=1`, { json: { url: `${site.url}/echo` } }),
      service.call('/v1/sessions'),
      service.call(`/v1/sessions/${session}`),
      importCookies(service, session, [...cookies, { name: 'x', value: `${SECRET};`, domain: '127.0.0.1' }]),
      service.call(`/v1/parsers/${parser}`),
      service.call('/v1/calls'),
      service.admin('/admin/log?limit=1000'),
    ])
    for (const { text } of answers) assert.doesNotMatch(text, new RegExp(SECRET))
  })

  test('are deleted with it, which is refused while a parser uses it', async () => {
    const session = await createSession(service, 'deleted', cookies)
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { session } })
    const refused = await service.call(`/v1/sessions/${session}`, { method: 'DELETE' })
    assert.deepEqual([refused.status, refused.json.dependants], [409, [parser]])
    await service.call(`/v1/parsers/${parser}`, { method: 'DELETE' })
    assert.equal((await service.call(`/v1/sessions/${session}`, { method: 'DELETE' })).status, 204)
    const restored = await service.call(`/v1/sessions/${session}/restore`, { method: 'POST' })
    assert.deepEqual([restored.json.state, restored.json.cookies], ['empty', 0])
  })

  test('cannot be used by another account', async () => {
    const session = await createSession(service, 'own', cookies)
    const headers = { 'x-api-key': await service.keyFor('stranger') }
    assert.equal((await service.call(`/v1/sessions/${session}`, { headers })).status, 404)
    const created = await service.call('/v1/parsers', {
      json: { name: 'theirs', schema: { fields: { title: 'h1' } }, fetch: { session } },
      headers,
    })
    assert.deepEqual([created.status, created.json.field], [400, 'fetch.session'])
    const read = await service.call('/v1/pages/read', {
      json: { url: site.url, fetch: { session } },
      headers,
    })
    assert.deepEqual([read.status, read.json.field], [400, 'fetch.session'])
  })
})

test('the cookies of a session are encrypted by the keychain, and without it the session cannot be used', async () => {
  const data_dir = join(tempFolder(), 'data')
  const flags = { ...FLAGS, data_dir }
  const vault = {
    seal: (text: string) => Buffer.from(text).toString('base64'),
    open: (sealed: string) => Buffer.from(sealed, 'base64').toString(),
  }
  const first = await startTestApp(flags, undefined, { vault })
  const key = { 'x-api-key': first.key }
  const secret = { name: 'token', value: 'plainly-visible', domain: '127.0.0.1' }
  const session = await createSession(first, 'sealed', [secret])
  const parser = await first.parser(SCHEMA, { fetch: { session } })
  await first.stop()
  assert.doesNotMatch(readFileSync(databaseFile(data_dir), 'latin1'), /plainly-visible/)
  const second = await startTestApp(flags)
  const { json } = await second.call(`/v1/sessions/${session}`, { headers: key })
  const refused = await second.call(`/v1/scrape/${parser}`, { json: { url: site.url }, headers: key })
  await second.stop()
  assert.deepEqual([json.state, refused.status], ['sealed', 503], refused.text)
})

describe('the sessions of an account', () => {
  test('have names of their own and a maximum number, also when one is restored', async () => {
    const headers = { 'x-api-key': await service.keyFor('collector') }
    const send = (path: string, json?: object, method = 'POST') =>
      service.call(`/v1/sessions${path}`, { method, json, headers })
    const create = (name: string) => send('', { name, hosts: ['shop.example'] })
    const first = (await create('first')).json.id
    await send(`/${first}`, undefined, 'DELETE')
    const second = (await create('first')).json.id
    const taken = await send(`/${first}/restore`)
    assert.deepEqual([taken.status, taken.json.error], [409, 'Another session has its name by now.'])
    await create('other')
    const renamed = await send(`/${second}`, { name: 'other', hosts: ['shop.example'] }, 'PUT')
    assert.deepEqual([renamed.status, renamed.json.field], [409, 'name'])

    await send(`/${second}`, undefined, 'DELETE')
    for (let n = 2; n <= 200; n++) assert.equal((await create(`number ${n}`)).status, 201)
    for (const refused of [await create('one too many'), await send(`/${first}/restore`)])
      assert.deepEqual([refused.status, refused.json.limit], [409, 200])
  })
})
