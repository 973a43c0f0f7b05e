import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { page } from '../../extraction/support/upload.ts'
import { type Answer, type RequestOptions, startTestApp, type TestApp } from '../../support/start-app.ts'

const BODY = { name: 'mine', schema: { fields: { title: 'h1' } } }

let service: TestApp
/** A parser of another account, and one that the other account has deleted. */
let foreign: string
let foreignDeleted: string
before(async () => {
  service = await startTestApp()
  const key = await service.keyFor('other')
  foreign = await service.parser(BODY.schema, { name: 'theirs' }, key)
  foreignDeleted = await service.parser(BODY.schema, { name: 'theirs, deleted' }, key)
  await service.call(`/v1/parsers/${foreignDeleted}`, { method: 'DELETE', headers: { 'x-api-key': key } })
})
after(() => service.stop())

/** Every route whose path can name a parser. */
const ROUTES: [string, (id: string) => [path: string, sent?: RequestOptions]][] = [
  ['read', id => [`/v1/parsers/${id}`]],
  ['replace', id => [`/v1/parsers/${id}`, { method: 'PUT', json: BODY }]],
  ['replace at a version', id => [`/v1/parsers/${id}`, { method: 'PUT', headers: { 'if-match': '9' }, json: BODY }]],
  ['delete', id => [`/v1/parsers/${id}`, { method: 'DELETE' }]],
  ['restore', id => [`/v1/parsers/${id}/restore`, { method: 'POST' }]],
  ['versions', id => [`/v1/parsers/${id}/versions`]],
  ['restore of a version', id => [`/v1/parsers/${id}/versions/1/restore`, { method: 'POST' }]],
  ['stats', id => [`/v1/parsers/${id}/stats`]],
  ['test on html', id => [`/v1/parsers/${id}/test`, { json: { html: '<h1>a</h1>' } }]],
  ['test on an address', id => [`/v1/parsers/${id}/test`, { json: { url: 'https://shop.invalid/' } }]],
  ['test of another schema', id => [`/v1/parsers/${id}/test`, { json: { html: 'a', schema: BODY.schema } }]],
  ['parse', id => [`/v1/parse/${id}`, page('<h1>a</h1>')]],
  ['parse with a trace', id => [`/v1/parse/${id}?debug=1`, page('<h1>a</h1>')]],
  ['scrape by POST', id => [`/v1/scrape/${id}`, { json: { url: 'https://shop.invalid/' } }]],
  ['scrape by GET', id => [`/v1/scrape/${id}?url=https%3A%2F%2Fshop.invalid`]],
  ['scrape with a key for repeats', id => [`/v1/scrape/${id}`, { headers: { 'idempotency-key': id }, json: { url: 'https://shop.invalid/' } }]],
] // biome-ignore format: a table

/** An answer without what differs between any two requests. */
const visibleParts = ({ status, headers, text }: Answer) => {
  const keptHeaders = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status, headers: keptHeaders, text }
}

describe("another account's parser", () => {
  for (const [title, request] of ROUTES) {
    test(`gets the same answer as an unknown id, byte for byte, on ${title}`, async () => {
      const unknown = await service.call(...request('prs_01KF0H6N2Q8V4XJ7M3T5W9Y1ZB'))
      assert.equal(unknown.status, 404, unknown.text)
      assert.deepEqual(Object.keys(unknown.json), ['error'])
      for (const id of [foreign, foreignDeleted, 'x'])
        assert.deepEqual(visibleParts(await service.call(...request(id))), visibleParts(unknown))
    })
  }

  test('is answered like an unknown id when the body is invalid: both get the 400', async () => {
    for (const id of [foreign, 'prs_unknown']) {
      const answer = await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: {} })
      assert.deepEqual([answer.status, answer.json.field], [400, 'name'])
    }
  })

  test('is not listed', async () => {
    assert.deepEqual((await service.call('/v1/parsers')).json.data, [])
  })
})

test("another account's parser is unchanged after all these requests", async () => {
  const headers = { 'x-api-key': await service.keyFor('other') }
  const { json } = await service.call(`/v1/parsers/${foreign}`, { headers })
  assert.partialDeepStrictEqual(json, { name: 'theirs', version: 1, stats: { runs: 0 } })
})
