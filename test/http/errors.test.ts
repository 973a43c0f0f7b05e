import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { type Answer, type RequestOptions, startTestApp, type TestApp } from '../support/start-app.ts'
import { until } from './support/until.ts'

let winnow: TestApp
const schema = { fields: { title: 'h1' } }

before(async () => {
  winnow = await startTestApp({}, createSampleCall().more)
})
after(() => winnow.stop())

/** Checks the shape that all errors have: a sentence, and at most these other keys, all of them strings. */
function assertShape({ headers, json }: Answer) {
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  for (const [key, value] of Object.entries(json)) {
    assert.ok(['error', 'field', 'detail', 'hint'].includes(key), `${key} is a key of errors`)
    assert.ok(typeof value === 'string' && value.length > 0, `${key} is a text`)
  }
  assert.match(json.error, /^\S.*\.$/s, 'a sentence')
}

async function assertError(path: string, sent: RequestOptions, status: number, field?: string) {
  const answer = await winnow.call(path, sent)
  assert.equal(answer.status, status, answer.text)
  assertShape(answer)
  assert.equal(answer.json.field, field)
  return answer
}

describe('an unknown field gets 400 with its name', () => {
  const cases: [method: string, path: string, json: object | undefined, field: string][] = [
    ['GET', '/v1/credits?colour=red', undefined, 'colour'],
    ['GET', '/v1/apis?limit=2', undefined, 'limit'],
    ['GET', '/v1/parsers?limit=2&offset=4', undefined, 'offset'],
    ['DELETE', '/v1/parsers/prs_x?force=1', undefined, 'force'],
    ['GET', '/v1/sample-call?API_KEY=x', undefined, 'API_KEY'],
    ['POST', '/v1/sample-call', { prise: 1 }, 'prise'],
    ['POST', '/v1/sample-call', { api_key: 'x' }, 'api_key'],
    ['POST', '/v1/sample-call?price=1', {}, 'price'],
    ['POST', '/v1/parsers', { name: 'a', schema, fetch: { fast: true } }, 'fetch.fast'],
    ['POST', '/v1/scrape/prs_x', { url: 'https://a.example/', parserId: 'prs_y' }, 'parserId'],
    ['GET', '/v1/scrape/prs_x?url=https://a.example/?a=1&b=2', undefined, 'b'],
  ]
  for (const [method, path, json, field] of cases)
    test(`${method} ${path} ${json ? JSON.stringify(json) : ''}`, async () => {
      const answer = await assertError(path, { method, ...(json && { json }) }, 400, field)
      assert.ok(answer.json.hint, 'the error has a hint')
    })
})

test('an error that quotes a very long name is still a sentence', async () => {
  const name = 'x'.repeat(1_001)
  const { json } = await assertError(
    `/v1/credits?${name}=1`,
    { method: 'GET' },
    400,
    `${name.slice(0, 499)}…`,
  )
  assert.match(json.error, /`x{99}…`\.$/)
})

describe('a field with an invalid value gets 400 with its name', () => {
  const cases: [method: string, path: string, json: object | undefined, field: string][] = [
    ['GET', '/v1/sample-call?price=much', undefined, 'price'],
    ['GET', '/v1/sample-call?price=1.5', undefined, 'price'],
    ['GET', '/v1/sample-call?price=1&price=2', undefined, 'price'],
    ['GET', '/v1/sample-call?wait=perhaps', undefined, 'wait'],
    ['POST', '/v1/sample-call', { price: '1' }, 'price'],
    ['POST', '/v1/sample-call', { price: 1_001 }, 'price'],
    ['POST', '/v1/sample-call', { outcome: null }, 'outcome'],
    ['GET', '/v1/parsers?limit=0', undefined, 'limit'],
    ['GET', '/v1/parsers?limit=101', undefined, 'limit'],
    ['GET', '/v1/calls?cursor=nonsense', undefined, 'cursor'],
    ['POST', '/v1/parsers', {}, 'name'],
    ['POST', '/v1/parsers', { name: 'a', schema, test_urls: ['https://a.example/', 'b'] }, 'test_urls[1]'],
    ['POST', '/v1/scrape/prs_x', {}, 'url'],
    ['POST', '/v1/scrape', { url: 'https://a.example/' }, 'parserId'],
    ['POST', '/v1/parse', {}, 'parserId'],
    ['GET', '/v1/apis/', undefined, 'apiId'],
    ['GET', '/v1/databases/db_1/rows/', undefined, 'row_id'],
    ['DELETE', '/v1/databases/db_1/rows/', undefined, 'row_id'],
    ['DELETE', '/v1/parsers/prs_1/fixtures/', undefined, 'fixture_id'],
    ['PUT', '/v1/parsers/prs_1/fixtures/', {}, 'fixture_id'],
  ]
  for (const [method, path, json, field] of cases)
    test(`${method} ${path} ${json ? JSON.stringify(json) : ''}`, async () => {
      await assertError(path, { method, ...(json && { json }) }, 400, field)
    })
})

describe('an unknown field that resembles a known one gets a hint with that one', () => {
  const cases: [path: string, json: object, field: string, hint: string][] = [
    ['/v1/sample-call', { prise: 1 }, 'prise', 'Did you mean price?'],
    ['/v1/parsers', { Name: 'a', schema }, 'Name', 'Did you mean name?'],
    ['/v1/parsers', { name: 'a', schema, fetch: { moed: 'http' } }, 'fetch.moed', 'Did you mean mode?'],
    ['/v1/parsers', { name: 'a', schema, fetch: { colour: 'red' } }, 'fetch.colour', 'Remove it.'],
  ]
  for (const [path, json, field, hint] of cases)
    test(field, async () => {
      const { status, json: answer } = await winnow.call(path, { json })
      assert.deepEqual([status, answer.field, answer.hint], [400, field, hint])
    })
})

describe('a request body', () => {
  const json = { 'content-type': 'application/json' }
  const cases: [title: string, sent: RequestOptions, status: number][] = [
    ['that is not JSON', { body: '{"price": 1', headers: json }, 400],
    ['that is a list', { body: '[1]', headers: json }, 400],
    ['that is a text', { body: '"price"', headers: json }, 400],
    ['that is null', { body: 'null', headers: json }, 400],
    ['without a type', { body: new Uint8Array([123, 125]) }, 415],
    ['of plain text', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
    ['of a form', { body: new URLSearchParams({ price: '1' }) }, 415],
    ['of JSON by another name', { body: '{}', headers: { 'content-type': 'application/json5' } }, 415],
    ['that is compressed', { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } }, 415],
  ]
  for (const [title, sent, status] of cases)
    test(`${title} gets ${status}`, () =>
      assertError('/v1/sample-call', { method: 'POST', ...sent }, status).then())

  test('with a charset in its type, or no body at all when no field is required, is accepted', async () => {
    const jsonRequest = { body: '{}', headers: { 'content-type': 'Application/JSON; charset=UTF-8' } }
    assert.equal((await winnow.call('/v1/sample-call', jsonRequest)).status, 200)
    assert.equal((await winnow.call('/v1/sample-call', { method: 'POST' })).status, 200)
  })
})

test('a long name of an unknown field is shortened to 500 characters in the error', async () => {
  const name = 'x'.repeat(900_000)
  for (const [path, json] of [
    ['/v1/sample-call', { [name]: 1 }],
    ['/v1/parsers', { name: 'a', schema, fetch: { [name]: 1 } }],
    [`/v1/credits?${name.slice(0, 20_000)}=1`, undefined],
  ] as const) {
    const { status, json: error, text } = await winnow.call(path, json && { json })
    assert.deepEqual([status, error.field.length], [400, 500])
    assert.ok(text.length < 6_000, `${text.length} characters`)
  }
})

test('a long name of an unknown field is shortened in each problem of a workflow', async () => {
  const node = { id: 'set', type: 'map', config: { value: '1', ['x'.repeat(900_000)]: 1 } }
  const json = {
    name: 'a',
    nodes: [{ id: 'input', type: 'input' }, node],
    edges: [{ from: 'input', to: 'set' }],
  }
  const { json: checked } = await winnow.call('/v1/workflows/validate', { json })
  assert.equal(checked.problems[0].field.length, 500)
  assert.ok(checked.problems[0].error.length <= 1_000)
})

test('a long name in an expression is shortened in the hint of its problem', async () => {
  const nodes = [
    { id: 'input', type: 'input' },
    { id: 'set', type: 'map', config: { value: `\`${'x'.repeat(9_000)}\`` } },
  ]
  const json = { name: 'a', nodes, edges: [{ from: 'input', to: 'set' }] }
  const { json: checked } = await winnow.call('/v1/workflows/validate', { json })
  assert.equal(checked.problems[0].hint.length, 4_000)
})

describe('an unsupported verb gets 405 with the supported ones', () => {
  const cases: [method: string, path: string, allow: string][] = [
    ['POST', '/v1/credits', 'GET, HEAD'],
    ['PATCH', '/v1/parsers/prs_x', 'GET, HEAD, PUT, DELETE'],
    ['GET', '/v1/parse/prs_x', 'POST'],
    ['DELETE', '/v1/parsers', 'GET, HEAD, POST'],
    ['PUT', '/v1/scrape/prs_x', 'GET, POST'],
    ['DELETE', '/v1/apis', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of cases)
    test(`${method} ${path}`, async () => {
      const answer = await assertError(path, { method }, 405)
      assert.equal(answer.headers.get('allow'), allow)
    })
})

describe('an unknown path gets 404', () => {
  for (const path of ['/nothing', '/v1', '/v1/', '/v1/nothing', '/v1/Credits', '/v1/credits/', '/v1/%zz', '/v1/parsers/%ff', '/admin/nothing', `/v1/parsers/${'x'.repeat(300)}`]) // biome-ignore format: a list
    test(path.slice(0, 40), async () => {
      await assertError(path, {}, 404)
    })
})

describe('an internal error', () => {
  for (const outcome of ['bug', 'broken_promise'])
    test(`(${outcome}) gets 500 with the id of the request as \`detail\`, and the log has the cause`, async () => {
      const answer = await assertError(`/v1/sample-call?outcome=${outcome}`, {}, 500)
      const id = answer.headers.get('x-request-id')!
      assert.equal(answer.json.detail, id)
      assert.doesNotMatch(answer.text, /secret words|refuses|\.ts|at /)
      const log = () => readFile(join(winnow.app.dataDir, 'winnow.log'), 'utf8')
      const logLine = await until(async () => (await log()).split('\n').find(text => text.includes(id)))
      assert.match(logLine, outcome === 'bug' ? /secret words of a bug/ : /does not fit its own schema/)
    })
})
