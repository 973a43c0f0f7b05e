import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const MASK = '••••'
const SCHEMA = { fields: { title: 'h1' } }
const HEADERS = {
  Authorization: 'Bearer s3cret-1',
  Cookie: 'id=s3cret-2',
  'X-Api-Key': 's3cret-3',
  'X-Plain': 'plain',
}
const MASKED = { Authorization: MASK, Cookie: MASK, 'X-Api-Key': MASK, 'X-Plain': 'plain' }

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/', { body: '<h1>Kettle</h1>' })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const bodyWith = (headers: Record<string, string>) => ({ name: 'secret', schema: SCHEMA, fetch: { headers } })
const create = async () => (await service.call('/v1/parsers', { json: bodyWith(HEADERS) })).json.id as string
const replace = (id: string, headers: Record<string, string>) =>
  service.call(`/v1/parsers/${id}`, { method: 'PUT', json: bodyWith(headers) })

/** The headers that the site receives from a scrape by the parser. */
async function headersSentBy(id: string) {
  const answer = await service.call(`/v1/scrape/${id}`, { json: { url: site.url } })
  assert.equal(answer.status, 200, answer.text)
  const { authorization, cookie, ...rest } = site.requests.at(-1)!.headers
  return { authorization, cookie, 'x-api-key': rest['x-api-key'], 'x-plain': rest['x-plain'] }
}

const WHOLE = {
  authorization: 'Bearer s3cret-1',
  cookie: 'id=s3cret-2',
  'x-api-key': 's3cret-3',
  'x-plain': 'plain',
}

describe('secret headers of a parser', () => {
  test('are masked in every answer', async () => {
    const created = await service.call('/v1/parsers', { json: bodyWith(HEADERS) })
    const path = `/v1/parsers/${created.json.id}`
    const answers = [
      created,
      await service.call(path),
      await service.call('/v1/parsers'),
      await replace(created.json.id, HEADERS),
      await service.call(`${path}/versions`),
      await service.call(`${path}/versions/1/restore`, { method: 'POST' }),
      await service.call(`${path}/test`, { json: { url: site.url } }),
    ]
    await service.call(path, { method: 'DELETE' })
    answers.push(await service.call(`${path}/restore`, { method: 'POST' }))
    for (const { status, text } of answers) {
      assert.ok(status < 300, text)
      assert.doesNotMatch(text, /s3cret/)
    }
    assert.deepEqual(created.json.fetch.headers, MASKED)
  })

  test('are sent to the site unmasked', async () =>
    assert.deepEqual(await headersSentBy(await create()), WHOLE))

  test('keep their values when a change sends the masks back', async () => {
    const id = await create()
    const { json: saved } = await service.call(`/v1/parsers/${id}`)
    const { name, schema, fetch } = saved
    const answer = await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name, schema, fetch } })
    assert.deepEqual([answer.status, answer.json.fetch.headers], [200, MASKED])
    assert.deepEqual(await headersSentBy(id), WHOLE)
  })

  test('keep their values when a change sends the masks back under names in another case', async () => {
    const id = await create()
    await replace(id, { authorization: MASK, COOKIE: MASK, 'x-api-key': MASK, 'X-Plain': 'plain' })
    assert.deepEqual(await headersSentBy(id), WHOLE)
  })

  test('can get a new value in a change that sends masks for the others', async () => {
    const id = await create()
    await replace(id, { ...MASKED, Cookie: 'id=new' })
    assert.deepEqual(await headersSentBy(id), { ...WHOLE, cookie: 'id=new' })
  })

  test('are removed when a change leaves them out, and return when their version is restored', async () => {
    const id = await create()
    await replace(id, { 'X-Plain': 'plain' })
    assert.equal((await headersSentBy(id)).authorization, undefined)
    await service.call(`/v1/parsers/${id}/versions/1/restore`, { method: 'POST' })
    assert.deepEqual(await headersSentBy(id), WHOLE)
  })

  test('cannot be set to a mask that stands for no value', async () => {
    const id = await service.parser(SCHEMA)
    const calls = [
      service.call('/v1/parsers', { json: bodyWith({ Authorization: MASK }) }),
      replace(id, { Authorization: MASK }),
    ]
    for (const answer of await Promise.all(calls))
      assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.headers.Authorization'], answer.text)
    assert.equal((await service.call(`/v1/parsers/${id}`)).json.version, 1)
  })
})

describe('headers that the owner marks as secret', () => {
  const X_TENANT = { 'X-Tenant': 's3cret-4', 'X-Plain': 'plain' }
  const marked = { headers: X_TENANT, secret_headers: ['x-tenant'] }
  const save = (id: string, fetch: object) =>
    service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'secret', schema: SCHEMA, fetch } })
  const headersSentWith = async (id: string) => {
    await service.call(`/v1/scrape/${id}`, { json: { url: site.url } })
    return site.requests.at(-1)!.headers['x-tenant']
  }
  /** A parser whose header is marked as secret only in its second version. */
  const create = async () => {
    const { json } = await service.call('/v1/parsers', { json: bodyWith(X_TENANT) })
    assert.equal((await save(json.id, marked)).status, 200)
    return json.id as string
  }

  test('are masked in every answer, those of older versions too, and sent to the site unmasked', async () => {
    const path = `/v1/parsers/${await create()}`
    for (const answer of [
      await service.call(path),
      await service.call('/v1/parsers'),
      await service.call(`${path}/versions`),
    ])
      assert.doesNotMatch(answer.text, /s3cret/)
    const { fetch } = (await service.call(path)).json
    assert.deepEqual(
      [fetch.headers, fetch.secret_headers],
      [{ 'X-Tenant': MASK, 'X-Plain': 'plain' }, ['x-tenant']],
    )
    assert.equal(await headersSentWith(path.split('/').at(-1)!), 's3cret-4')
  })

  test('keep their values when a change sends the masks back', async () => {
    const id = await create()
    const { fetch } = (await service.call(`/v1/parsers/${id}`)).json
    assert.equal((await save(id, fetch)).status, 200)
    assert.equal(await headersSentWith(id), 's3cret-4')
  })

  test('are not revealed by a change that keeps the mask but no longer marks them as secret', async () => {
    const id = await create()
    const refused = await save(id, { headers: { 'X-Tenant': MASK } })
    assert.deepEqual([refused.status, refused.json.field], [400, 'fetch.headers.X-Tenant'])
    assert.equal((await save(id, { headers: { 'X-Tenant': 'other' } })).status, 200)
    assert.doesNotMatch((await service.call(`/v1/parsers/${id}/versions`)).text, /s3cret/)
  })

  test('are not revealed by restoring a version in which they were not marked', async () => {
    const id = await create()
    const restored = await service.call(`/v1/parsers/${id}/versions/1/restore`, { method: 'POST' })
    assert.deepEqual([restored.status, restored.json.fetch.headers['X-Tenant']], [200, MASK])
    assert.equal(await headersSentWith(id), 's3cret-4')
  })
})
