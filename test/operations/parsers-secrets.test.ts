import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

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

/** The headers that a site gets from the parser's scrapes. */
async function sentBy(id: string) {
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
    const made = await service.call('/v1/parsers', { json: bodyWith(HEADERS) })
    const path = `/v1/parsers/${made.json.id}`
    const answers = [
      made,
      await service.call(path),
      await service.call('/v1/parsers'),
      await replace(made.json.id, HEADERS),
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
    assert.deepEqual(made.json.fetch.headers, MASKED)
  })

  test('are sent whole', async () => assert.deepEqual(await sentBy(await create()), WHOLE))

  test('keep their values where the mask comes back in a change', async () => {
    const id = await create()
    const { json: shown } = await service.call(`/v1/parsers/${id}`)
    const { name, schema, fetch } = shown
    const answer = await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name, schema, fetch } })
    assert.deepEqual([answer.status, answer.json.fetch.headers], [200, MASKED])
    assert.deepEqual(await sentBy(id), WHOLE)
  })

  test('keep them where their names come back in another case', async () => {
    const id = await create()
    await replace(id, { authorization: MASK, COOKIE: MASK, 'x-api-key': MASK, 'X-Plain': 'plain' })
    assert.deepEqual(await sentBy(id), WHOLE)
  })

  test('take new values beside masks', async () => {
    const id = await create()
    await replace(id, { ...MASKED, Cookie: 'id=new' })
    assert.deepEqual(await sentBy(id), { ...WHOLE, cookie: 'id=new' })
  })

  test('are gone where a change leaves them out, and back with their version', async () => {
    const id = await create()
    await replace(id, { 'X-Plain': 'plain' })
    assert.equal((await sentBy(id)).authorization, undefined)
    await service.call(`/v1/parsers/${id}/versions/1/restore`, { method: 'POST' })
    assert.deepEqual(await sentBy(id), WHOLE)
  })

  test('cannot be masks of nothing', async () => {
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
