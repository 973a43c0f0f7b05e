import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { page } from './support/upload.ts'

const schemaOf = (count: number, rule: object) => ({
  fields: Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, rule])),
})
/** Elements nested in each other, whose texts together are far longer than the page. */
const NESTED = '<b>'.repeat(200) + 'x'.repeat(11_000)

let service: TestApp
before(async () => {
  service = await startTestApp({ parse_max_answer_mb: 1 })
})
after(() => service.stop())

type LargeResult = [what: string, schema: object, page: string]

const LARGE_RESULTS: LargeResult[] = [
  ['lists of a small page', schemaOf(100, { css: 'b', all: true }), NESTED],
  ['rules that only a thread reads', schemaOf(100, { css: 'b', all: true, transform: ['upper'] }), NESTED],
  ['a constant in every row', { fields: { rows: { css: 'b', all: true, fields: { x: { const: 'x'.repeat(10_000) } } } } }, NESTED],
  ['a default in every row', { fields: { rows: { css: 'b', all: true, fields: { x: { css: 'i', default: 'x'.repeat(10_000) } } } } }, NESTED],
  ['rows without values', { fields: { rows: { css: 'b', all: true, ...schemaOf(100, { css: 'i', read: '@id' }) } } }, '<b></b>'.repeat(9_000)],
  ['one JSON value in every row', { fields: { rows: { css: 'b', all: true, fields: { x: { script: 'data' } } } } }, `<script id=data>${JSON.stringify(Array(10_000).fill(1))}</script>${NESTED}`],
  ['rows of which each has the fields of all', { fields: { rows: { zip: [{ json: 'a', all: true }, { json: 'b', all: true }], by: 'id', all: true } } }, JSON.stringify({ a: Array.from({ length: 2_000 }, (_, id) => ({ id, [`n${id}`]: 1 })), b: [] })],
  ['microdata inside of microdata', { fields: { x: { microdata: 'T', all: true } } }, `${'<i itemscope itemtype=T itemprop=a>'.repeat(90)}<b itemprop=t>${'x'.repeat(20_000)}`],
] // biome-ignore format: a table

describe('an answer larger than `parse_max_answer_mb`', () => {
  for (const [what, schema, html] of LARGE_RESULTS)
    test(`is refused, free, when it comes from ${what}`, async () => {
      const id = await service.parser(schema)
      const answer = await service.call(`/v1/parse/${id}`, page(html))
      assert.equal(answer.status, 422, answer.text.slice(0, 300))
      assert.deepEqual(answer.json.detail, 'extraction_failed')
      assert.equal(answer.json.error, 'The answer is larger than 1 MB.')
      assert.match(answer.json.hint, /parse_max_answer_mb/)
      assert.match(answer.json.field, /^(?:f\d+|rows|x)/)
      assert.equal(answer.headers.get('x-credits-used'), '0')
    })

  test('ends a parser test with the same error', async () => {
    const id = await service.parser(schemaOf(100, { css: 'b', all: true }))
    const answer = await service.call(`/v1/parsers/${id}/test`, { json: { html: NESTED } })
    assert.deepEqual([answer.status, answer.json.error], [422, 'The answer is larger than 1 MB.'])
  })

  test('is measured without the rows that `where` leaves out', async () => {
    const row = { css: 'b', all: true, fields: { t: '' }, where: { t: { pattern: '^y' } } }
    const id = await service.parser({ fields: { rows: row } })
    const answer = await service.call(`/v1/parse/${id}`, page(`${NESTED}</b><b>y`))
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
  })
})

describe('a large answer', () => {
  const SCHEMA = {
    fields: { rows: { css: 'b', all: true, fields: { t: '', n: { css: 'i', type: 'integer' } } } },
  }
  const ROWS = 12_000
  const html = Array.from({ length: ROWS }, (_, n) => `<b>ü${n}<i>${n}</i></b>`).join('')
  const expected = { rows: Array.from({ length: ROWS }, (_, n) => ({ t: `ü${n}${n}`, n })) }

  test('is the same from a call, from its idempotent replay and from a job', async () => {
    const id = await service.parser(SCHEMA)
    const sent = page(html)
    const keyed = { ...sent, headers: { ...sent.headers, 'idempotency-key': 'large' } }
    const first = await service.call(`/v1/parse/${id}`, keyed)
    const again = await service.call(`/v1/parse/${id}`, keyed)
    const created = await service.call('/v1/jobs', {
      json: { type: 'parse', parser_id: id, input: { html } },
    })
    await service.ended(`/v1/jobs/${created.json.id}`)
    const storedResult = await service.call(`/v1/jobs/${created.json.id}/result`)
    for (const answer of [first, again, storedResult]) {
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.deepEqual([answer.status, answer.json], [200, expected])
    }
    assert.deepEqual(
      [first, again].map(({ headers }) => [
        headers.get('x-credits-used'),
        headers.get('idempotency-replayed'),
      ]),
      [
        ['1', null],
        ['0', 'true'],
      ],
    )
  })

  test('is the same in a parser test', async () => {
    const id = await service.parser(SCHEMA)
    const { status, json } = await service.call(`/v1/parsers/${id}/test`, { json: { html } })
    assert.deepEqual([status, json.data, json.attempts, json.nulls], [200, expected, [], []])
    assert.equal(json.trace[0].field, 'rows[0].t')
  })

  test('carries the notice that further pages were not followed', async () => {
    const id = await service.parser({ ...SCHEMA, paginate: { next: 'a@href', limit: 2 } })
    const { status, headers, json } = await service.call(
      `/v1/parse/${id}`,
      page(`<base href="https://shop.example/">${html}<a href="/2">next</a>`),
    )
    assert.deepEqual([status, headers.get('x-notice')], [200, 'pages_not_followed'])
    assert.equal(json.rows.length, ROWS)
  })
})

describe('the texts of an answer', () => {
  test('are well-formed Unicode, whatever the page and the rules contain', async () => {
    const id = await service.parser({
      fields: {
        json: { script: 'data' },
        half: { css: 'p', transform: [{ split: '\ude00' }, 'first'] },
        constant: { const: '\ud83d' },
      },
    })
    const html = '<p>😀</p><script id=data>{"a\\ud83d": ["\\ud83d", "😀"]}</script>'
    const { json } = await service.call(`/v1/parse/${id}`, page(html))
    assert.deepEqual(json, { json: { 'a\ufffd': ['\ufffd', '😀'] }, half: '\ufffd', constant: '\ufffd' })
  })
})

describe('a parser saved before schemas had size limits', () => {
  test('is refused at once when it is nested too deeply to send to a thread', async () => {
    const { createExtraction } = await import('../../server/threads/extraction.ts')
    const extraction = createExtraction({ threads: 1, timeoutMs: () => 600_000, maxAnswerMb: () => 1 })
    let deep: unknown = 1
    for (let level = 0; level < 3_000; level++) deep = [deep]
    const schema = { fields: { a: { const: deep as never } } }
    const task = { key: 'k', schema, bytes: Buffer.from('<p>'), contentType: 'text/html', trace: false }
    const parse = extraction.parse({ ...task, owner: { account: 'acc', caller: 'key' } })
    await assert.rejects(parse, { code: 'invalid_input' })
    await extraction.close()
  })
})
