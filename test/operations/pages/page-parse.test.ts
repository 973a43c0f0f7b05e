import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

const KETTLE = '<h1>Kettle</h1><a href="/more">more</a>'
const SCHEMA = {
  fields: {
    title: 'h1',
    price: { css: '.price', type: 'number' },
    more: { css: 'a', read: '@href', type: 'url' },
  },
}
const FETCHED = { fields: { names: { network: '/api/items', path: 'items[*].name', all: true } } }
const URL = 'https://shop.example/kettle'

const HAR = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'test', version: '1' },
    entries: [
      entry(URL, 'text/html', KETTLE),
      entry('https://shop.example/api/items', 'application/json', '{"items":[{"name":"a"},{"name":"b"}]}'),
    ],
  },
})

function entry(url: string, mimeType: string, text: string) {
  return { request: { method: 'GET', url }, response: { status: 200, content: { mimeType, text } } }
}

function send(path: string, page: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('html', new Blob([page]), 'page')
  return winnow.call(path, { body })
}

const newDatabase = async (fields: Record<string, unknown> = {}) =>
  (
    await winnow.call('/v1/databases', {
      json: { name: 'Kettles', columns: [{ name: 'title', path: 'title', type: 'string' }], ...fields },
    })
  ).json.id as string

describe('parsing a page that is sent', () => {
  test('gives the data and the reason for each null, for the price of a parse', async () => {
    const parser_id = await winnow.parser(SCHEMA)
    const { status, json, headers } = await send('/v1/pages/parse', KETTLE, { parser_id, url: URL })
    assert.equal(status, 200)
    assert.deepEqual(json.data, { title: 'Kettle', price: null, more: 'https://shop.example/more' })
    assert.deepEqual(
      json.nulls.map(({ field }: { field: string }) => field),
      ['price'],
    )
    assert.deepEqual([json.rows, json.fixture_id, headers.get('x-credits-used')], [null, null, '1'])
  })

  test('adds a row to a database, and the row names the address of the page', async () => {
    const parser_id = await winnow.parser(SCHEMA)
    const database_id = await newDatabase()
    const { json } = await send('/v1/pages/parse', KETTLE, { parser_id, database_id, url: URL })
    assert.equal(json.rows.added, 1)
    const [row] = (await winnow.call(`/v1/databases/${database_id}/rows`)).json.data
    assert.deepEqual([row.data, row.source.url], [{ title: 'Kettle' }, URL])
  })

  test('says which rows the database could not take', async () => {
    const parser_id = await winnow.parser({ fields: { title: { css: 'h1', type: 'string' } } })
    const database_id = await newDatabase({
      columns: [{ name: 'title', path: 'title', type: 'number' }],
    })
    const { rows } = (await send('/v1/pages/parse', KETTLE, { parser_id, database_id })).json
    assert.deepEqual([rows.added, rows.rejected, rows.faults[0].column], [0, 1, 'title'])
  })

  test('can save the page with the parser, with the result as what is expected', async () => {
    const id = await winnow.parser(SCHEMA)
    const sent = await send('/v1/pages/parse', KETTLE, { parser_id: id, save_as: 'From the shop', url: URL })
    const [fixture] = (await winnow.call(`/v1/parsers/${id}/fixtures`)).json.data
    assert.deepEqual([fixture.id, fixture.name, fixture.url], [sent.json.fixture_id, 'From the shop', URL])
    assert.deepEqual(fixture.expected, sent.json.data)
  })

  test('reads a HAR file with the data that the page fetched, and saves it with them', async () => {
    const id = await winnow.parser(FETCHED)
    const sent = await send('/v1/pages/parse', HAR, { parser_id: id, save_as: 'With its data' })
    assert.deepEqual(sent.json.data, { names: ['a', 'b'] })
    const checked = await winnow.call(`/v1/parsers/${id}/check`, { json: {} })
    assert.equal(checked.json.passed, 1, checked.text)
    const page = `/v1/parsers/${id}/fixtures/${sent.json.fixture_id}/page`
    assert.match((await winnow.call(page)).json.html, /^<h1>Kettle/)
  })

  test('is a 404 for the parser of another account or an unknown database', async () => {
    const parser_id = await winnow.parser(SCHEMA)
    const key = await winnow.keyFor('another')
    const foreignParser = await winnow.parser(SCHEMA, {}, key)
    const foreign = await send('/v1/pages/parse', KETTLE, { parser_id: foreignParser })
    assert.deepEqual([foreign.status, foreign.json.field], [404, 'parser_id'])
    const database_id = 'db_01KF0H6N2Q8V4XJ7M3T5W9Y1ZC'
    assert.equal((await send('/v1/pages/parse', KETTLE, { parser_id, database_id })).status, 404)
  })
})

describe('finding what can read an address', () => {
  const matchesOf = async (url: string) => (await winnow.call('/v1/pages/matches', { json: { url } })).json

  test('gives the prebuilt APIs that take the address as input', async () => {
    const [api] = (await winnow.call('/v1/apis')).json
    const { platform } = (await import('../../../server/prebuilt/index.ts')).prebuilts[0]
    const { apis } = await matchesOf(`${platform.origin}/tidepoolstudio/`)
    assert.deepEqual(apis[0].id, api.id)
    assert.deepEqual(apis[0].input, { username: `${platform.origin}/tidepoolstudio/` })
  })

  test('gives no prebuilt API for any other site', async () => {
    for (const path of ['', 'p/abc/', '@name', 'watch?v=dQw4w9WgXcQ', 'homedetails/1_zpid/'])
      assert.deepEqual((await matchesOf(`https://shop.example/${path}`)).apis, [], path)
  })

  test('gives parsers whose URL patterns match, then those with a test address on the same site', async () => {
    const site = await winnow.parser(SCHEMA, { name: 'site', test_urls: ['https://kettles.example/a'] })
    const own = await winnow.parser(SCHEMA, { match: { url_patterns: ['https://kettles.example/*'] } })
    const kind = { name: 'b', match: { url_patterns: ['https://kettles.example/b*'] } }
    const ofKind = await winnow.parser({ ...SCHEMA, pages: [kind] })
    await winnow.parser(SCHEMA, { match: { url_patterns: ['https://kettles.example/z*', ''] } })
    await winnow.parser(SCHEMA, { test_urls: ['https://kettles.example/a'], status: 'archived' })
    const { parsers } = await matchesOf('https://kettles.example/b1')
    assert.deepEqual(
      parsers.map(({ id, fits }: { id: string; fits: string }) => [id, fits]),
      [
        [ofKind, 'address'],
        [own, 'address'],
        [site, 'site'],
      ],
    )
  })

  test('accepts only addresses of web pages', async () => {
    const { status, json } = await winnow.call('/v1/pages/matches', { json: { url: 'file:///etc/passwd' } })
    assert.deepEqual([status, json.field], [400, 'url'])
  })
})

describe('a page sent to the app', () => {
  test('can be read with what it fetched, and only by its own account', async () => {
    const { status, json } = await send('/v1/sent-pages', HAR, { title: 'Kettle' })
    assert.deepEqual(
      [status, json.url, json.address],
      [201, URL, `${winnow.url}/app/parsers/sent/${json.id}`],
    )
    const page = (await winnow.call(`/v1/sent-pages/${json.id}`)).json
    assert.deepEqual([page.title, page.html], ['Kettle', KETTLE])
    assert.equal(JSON.parse(page.har).log.entries.length, 2)
    const headers = { 'x-api-key': await winnow.keyFor('another') }
    assert.equal((await winnow.call(`/v1/sent-pages/${json.id}`, { headers })).status, 404)
  })

  test('is removed when 16 newer pages arrive', async () => {
    const first = (await send('/v1/sent-pages', KETTLE)).json.id
    for (let i = 0; i < 16; i++) await send('/v1/sent-pages', KETTLE)
    assert.equal((await winnow.call(`/v1/sent-pages/${first}`)).status, 404)
  })
})
