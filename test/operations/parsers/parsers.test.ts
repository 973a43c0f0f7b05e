import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const BODY = { name: 'Product page', schema: { fields: { title: 'h1' } } }
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const create = (json: unknown) => service.call('/v1/parsers', { json })
const read = (id: string) => service.call(`/v1/parsers/${id}`)
const remove = (id: string) => service.call(`/v1/parsers/${id}`, { method: 'DELETE' })

describe('a new parser', () => {
  test('is returned in full, with its id, address, version and times', async () => {
    const { status, headers, json } = await create(BODY)
    assert.equal(status, 201)
    assert.match(json.id, /^prs_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.equal(headers.get('location'), `/v1/parsers/${json.id}`)
    assert.equal(headers.get('etag'), '"1"')
    assert.match(json.created_at, TIME)
    const { id, created_at, output_schema, output_type, ...rest } = json
    assert.deepEqual(rest, {
      ...BODY,
      description: '',
      status: 'active',
      version: 1,
      fetch: {
        mode: 'http',
        wait_for: null,
        scroll: null,
        load_more: null,
        load_more_times: 10,
        headers: {},
        secret_headers: [],
        timeout_ms: null,
        proxy: null,
        max_age_s: null,
        robots: null,
        session: null,
      },
      match: { url_patterns: [] },
      test_urls: [],
      stats: {
        runs: 0,
        success_rate: null,
        fill_rate_by_field: {},
        last_ok_at: null,
        rule_hits_by_field: {},
        warnings: [],
      },
      updated_at: created_at,
    })
    assert.deepEqual(output_schema.properties, { title: { type: ['string', 'null'] } })
    assert.equal(output_type, '{\n  title: string | null\n}')
    assert.deepEqual((await read(id)).json, json)
  })

  test('keeps everything that it was created with', async () => {
    const body = {
      ...BODY,
      description: 'Kettles and pots.',
      status: 'draft',
      fetch: {
        mode: 'auto',
        wait_for: '.price',
        scroll: 5,
        load_more: 'button.more',
        load_more_times: 3,
        headers: { 'Accept-Language': 'cs' },
        timeout_ms: 5_000,
        proxy: 'http://proxy.example:8080',
        max_age_s: 3_600,
        robots: 'respect',
      },
      match: { url_patterns: ['https://shop.example/*'] },
      test_urls: ['https://shop.example/kettle'],
    }
    const { json } = await create(body)
    assert.partialDeepStrictEqual((await read(json.id)).json, body)
  })

  test('is free', async () => {
    const { headers } = await create(BODY)
    assert.equal(headers.get('x-credits-used'), null)
    assert.equal((await service.call('/v1/credits')).json.creditBalance, 1_000)
  })

  test('has an id that sorts after those created before', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c']) ids.push((await create({ ...BODY, name })).json.id)
    assert.deepEqual(ids, [...ids].sort())
  })
})

describe('a replaced parser', () => {
  test('has only the new body: what it leaves out returns to its default', async () => {
    const { json: created } = await create({
      ...BODY,
      description: 'Old.',
      test_urls: ['https://shop.example/'],
    })
    const body = { name: 'New', schema: { fields: { price: '.price' } } }
    const { status, headers, json } = await service.call(`/v1/parsers/${created.id}`, {
      method: 'PUT',
      json: body,
    })
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(json, {
      ...body,
      id: created.id,
      version: 2,
      description: '',
      test_urls: [],
    })
    assert.equal(headers.get('etag'), '"2"')
    assert.equal(json.created_at, created.created_at)
    assert.ok(json.updated_at >= created.updated_at)
    assert.deepEqual((await read(created.id)).json, json)
  })

  test('needs a whole body', async () => {
    const id = await service.parser(BODY.schema)
    const answer = await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'New' } })
    assert.deepEqual([answer.status, answer.json.field], [400, 'schema'])
    assert.equal((await read(id)).json.version, 1)
  })

  test('cannot have an id in its body', async () => {
    const id = await service.parser(BODY.schema)
    const answer = await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { ...BODY, id } })
    assert.deepEqual([answer.status, answer.json.field], [400, 'id'])
  })

  test('runs with the new schema', async () => {
    const id = await service.parser(BODY.schema)
    const test = () => service.call(`/v1/parsers/${id}/test`, { json: { html: '<h1>a</h1><b>c</b>' } })
    assert.deepEqual((await test()).json.data, { title: 'a' })
    await service.call(`/v1/parsers/${id}`, {
      method: 'PUT',
      json: { ...BODY, schema: { fields: { bold: 'b' } } },
    })
    assert.deepEqual((await test()).json.data, { bold: 'c' })
  })
})

describe('a deleted parser', () => {
  test('is answered with 204, and can no longer be read or listed', async () => {
    const id = await service.parser(BODY.schema)
    const answer = await remove(id)
    assert.deepEqual([answer.status, answer.text], [204, ''])
    assert.equal((await read(id)).status, 404)
    assert.equal((await remove(id)).status, 404)
    assert.equal((await service.call(`/v1/parsers/${id}/versions`)).status, 404)
    const { data } = (await service.call('/v1/parsers?limit=100')).json
    assert.ok(!data.some((parser: { id: string }) => parser.id === id))
  })

  test('is the same as before when it is restored', async () => {
    const { json: created } = await create({ ...BODY, name: 'Back' })
    await remove(created.id)
    const answer = await service.call(`/v1/parsers/${created.id}/restore`, { method: 'POST' })
    assert.deepEqual([answer.status, answer.json, answer.headers.get('etag')], [200, created, '"1"'])
    assert.deepEqual((await read(created.id)).json, created)
  })

  test('is the only kind that can be restored: any other is a 404', async () => {
    const id = await service.parser(BODY.schema)
    assert.equal((await service.call(`/v1/parsers/${id}/restore`, { method: 'POST' })).status, 404)
    assert.equal((await service.call('/v1/parsers/prs_unknown/restore', { method: 'POST' })).status, 404)
  })
})

test('a deleted parser can be restored for 7 days', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) })
  const past = await startTestApp()
  t.after(() => past.stop())
  const listDeleted = async () => {
    const id = await past.parser(BODY.schema)
    await past.call(`/v1/parsers/${id}`, { method: 'DELETE' })
    return id
  }
  const [early, late] = [await listDeleted(), await listDeleted()]
  const restore = async (id: string) =>
    (await past.call(`/v1/parsers/${id}/restore`, { method: 'POST' })).status
  t.mock.timers.setTime(Date.UTC(2026, 0, 8) - 1_000)
  assert.equal(await restore(early), 200)
  t.mock.timers.setTime(Date.UTC(2026, 0, 8) + 60_000)
  assert.equal(await restore(late), 404)
})
