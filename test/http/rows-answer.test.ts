import assert from 'node:assert/strict'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { z } from 'zod'
import { LargeJson, LargePart } from '../../server/base/text/large-json.ts'
import { encodeRows } from '../../server/http/encode-rows.ts'
import {
  defineRows,
  fileFields,
  type RowFormat,
  type WrittenRow,
} from '../../server/operations/databases/rows.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { until } from './support/until.ts'

/** Rows with values that are difficult to write in some format. */
const ROWS = [
  { name: 'Kettle, "small"', price: 24.5, sold: true, tags: ['steel', 'a,b'], note: null },
  { name: '=1+1', price: -3, sold: false, tags: [], note: 'two\nlines' },
  { name: 'příliš 🍵 <b>&amp;\u0001', price: 1e21, sold: null, tags: { 'a.b': 1 }, note: '' },
]
const COLUMNS = ['name', 'price', 'sold', 'tags', 'note']

/** How many rows the last answer has read, and whether reading has ended. */
const reading = { rows: 0, ended: false }

async function* yieldRows(count: number, breaksAt: number) {
  reading.rows = 0
  reading.ended = false
  try {
    for (let i = 0; i < count; i++) {
      if (i === breaksAt) throw new Error('The disk is gone.')
      reading.rows++
      yield { name: `row ${i}`, text: 'x'.repeat(1_000) }
    }
  } finally {
    reading.ended = true
  }
}

const some = defineRows({
  id: 'some-rows',
  group: 'test',
  summary: 'Rows.',
  method: 'GET',
  path: '/v1/some-rows',
  access: 'read',
  input: z.strictObject({
    ...fileFields,
    count: z.int().optional().describe('Rows.'),
    breaks_at: z.int().default(-1).describe('Where it breaks.'),
  }),
  output: z.record(z.string(), z.unknown()),
  example: { input: {}, output: {} },
  run: ({ count, breaks_at, ...how }) =>
    count === undefined
      ? { ...how, columns: COLUMNS, rows: ROWS, name: 'žluté "rows"' }
      : { ...how, columns: ['name', 'text'], rows: yieldRows(count, breaks_at), name: 'many' },
})

let winnow: TestApp
before(async () => {
  winnow = await startTestApp({}, () => [some as never])
})
after(() => winnow.stop())

const fetchRows = (query: string) =>
  fetch(`${winnow.url}/v1/some-rows?${query}`, { headers: { 'x-api-key': winnow.key } })
const read = async (query: string) => {
  const answer = await fetchRows(query)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('an answer with rows', () => {
  test('has one line of JSON per row by default', async () => {
    const { status, headers, bytes } = await read('')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
    assert.match(headers.get('x-request-id')!, /^req_/)
    assert.match(headers.get('content-disposition')!, /^attachment; .*filename\*=UTF-8''.*\.ndjson/)
    const lines = bytes.toString().trimEnd().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line)),
      ROWS,
    )
  })

  test('can be a JSON array', async () => {
    const { headers, bytes } = await read('format=json')
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(JSON.parse(bytes.toString()), ROWS)
    assert.deepEqual(JSON.parse((await read('format=json&count=0')).bytes.toString()), [])
    assert.equal(JSON.parse((await read('format=json&count=250')).bytes.toString()).length, 250)
  })

  test('can be CSV, where lists and objects are written as JSON', async () => {
    const { headers, bytes } = await read('format=csv')
    assert.match(headers.get('content-type')!, /^text\/csv/)
    const [first, second, third] = parse(bytes, { columns: true }) as Record<string, string>[]
    assert.deepEqual(first, {
      name: 'Kettle, "small"',
      price: '24.5',
      sold: 'true',
      tags: '["steel","a,b"]',
      note: '',
    })
    assert.deepEqual([second!.name, second!.sold, second!.note], ['=1+1', 'false', 'two\nlines'])
    assert.deepEqual([third!.tags, third!.sold], ['{"a.b":1}', ''])
    assert.equal((await read('format=csv&count=0')).bytes.toString(), 'name,text\n')
  })

  test('can be a spreadsheet, where texts never become formulas', async () => {
    const { headers, bytes } = await read('format=xlsx')
    assert.match(headers.get('content-type')!, /spreadsheetml\.sheet$/)
    const { rows } = (await readXlsx(bytes)).sheets[0]!
    assert.deepEqual(rows, [
      COLUMNS,
      ['Kettle, "small"', 24.5, true, '["steel","a,b"]', null],
      ['=1+1', -3, false, '[]', 'two\nlines'],
      ['příliš 🍵 <b>&amp;\u0001', 1e21, null, '{"a.b":1}', ''],
    ])
  })

  test('is refused for an unknown format', async () => {
    const { status, json } = await winnow.call('/v1/some-rows?format=pdf')
    assert.deepEqual([status, json.field], [400, 'format'])
  })
})

describe('a table in an answer with rows', () => {
  const written = async (format: RowFormat, columns: string[], row: WrittenRow) =>
    Buffer.concat(
      await encodeRows({ format, formulas: 'escape', columns, name: 'rows', rows: [row] }).body.toArray(),
    )

  test('has an empty text in quotes as CSV, unlike a missing value', async () => {
    assert.equal((await written('csv', ['a', 'b'], { a: '', b: null })).toString(), 'a,b\n"",\n')
  })

  test('has no formulas as CSV, also among the names of columns, where these are to be escaped', async () => {
    const row = { '=a': '\r=1', b: -1, c: '-1+1' }
    const csv = (await written('csv', ['=a', 'b', 'c'], row)).toString()
    assert.deepEqual(parse(csv), [
      ["'=a", 'b', 'c'],
      ["'\r=1", '-1', "'-1+1"],
    ])
  })

  test('has texts as they are in a spreadsheet, which would decode `_x0041_`', async () => {
    const bytes = await written('xlsx', ['a'], { a: 'x_x0041_' })
    assert.deepEqual((await readXlsx(bytes)).sheets[0]!.rows, [['a'], ['x_x0041_']])
  })
})

describe('a large value in an answer with rows', () => {
  const value = { name: 'Kettle, "small"', tags: ['příliš 🍵', { 'a"b': '\\' }], price: 24.5 }
  /** One byte in each piece, so that characters are split too. */
  const pieces = Array.from(Buffer.from(JSON.stringify(value)), byte => Buffer.from([byte]))
  const encoded = async (format: RowFormat, rows: WrittenRow[]) =>
    Buffer.concat(
      await encodeRows({ format, formulas: 'keep', columns: ['a', 'b'], name: 'rows', rows }).body.toArray(),
    )
  const large = () => new LargeJson(Readable.from(pieces))
  const part = new LargePart(pieces)

  for (const format of ['ndjson', 'json'] as const)
    test(`is sent as the JSON that it is already (${format})`, async () => {
      for (const [left, right] of [
        [[], []],
        [[ROWS[0]!, ROWS[1]!], []],
        [[], [ROWS[2]!]],
        [[ROWS[0]!], [ROWS[2]!]],
      ])
        assert.equal(
          (await encoded(format, [...left!, large(), large(), ...right!])).toString(),
          (await encoded(format, [...left!, value, value, ...right!])).toString(),
        )
    })

  for (const [a, b] of [
    [part, '=1'],
    [null, part],
    ['', part],
    [part, part],
  ])
    test(`is written into a table as other values are (${typeof a}, ${typeof b})`, async () => {
      const written = (one: unknown) => (one === part ? value : one)
      const plain = { a: written(a), b: written(b) }
      for (const format of ['csv', 'xlsx'] as const)
        assert.deepEqual(
          await encoded(format, [ROWS[0]!, { a, b }, ROWS[1]!]),
          await encoded(format, [ROWS[0]!, plain, ROWS[1]!]),
        )
    })

  test('is cut in a spreadsheet as other values are', async () => {
    const list = Array.from({ length: 20_000 }, () => '🍵')
    const row = { a: new LargePart([Buffer.from(JSON.stringify(list))]) }
    assert.deepEqual(await encoded('xlsx', [row]), await encoded('xlsx', [{ a: list }]))
  })
})

describe('a long answer with rows', () => {
  for (const format of ['ndjson', 'json', 'csv'] as const)
    test(`buffers less than a megabyte of large rows before the first bytes are sent (${format})`, async () => {
      let rows = 0
      async function* large() {
        for (; rows < 1_000; rows++) yield { text: 'x'.repeat(100_000) }
      }
      const { body } = encodeRows({
        format,
        formulas: 'keep',
        columns: ['text'],
        name: 'large',
        rows: large(),
      })
      let sent = 0
      for await (const chunk of body) {
        sent += chunk.length
        if (sent > 100_000) break
      }
      assert.ok(rows < 10, `${rows} rows`)
    })

  test('reads rows no faster than the client, and stops when the client disconnects', async () => {
    const client = request(`${winnow.url}/v1/some-rows?count=1000000`, {
      headers: { 'x-api-key': winnow.key },
    })
    const answer = await new Promise<import('node:http').IncomingMessage>(resolve =>
      client.once('response', resolve).end(),
    )
    await until(async () => reading.rows > 100)
    assert.equal(winnow.app.running(), 1)
    assert.ok(reading.rows < 100_000, `${reading.rows} rows for a client that takes none`)
    answer.destroy()
    await until(async () => reading.ended)
    await until(async () => winnow.app.running() === 0)
  })

  for (const format of ['ndjson', 'json', 'csv', 'xlsx'])
    test(`is cut off when a row cannot be read, so that the client notices (${format})`, async () => {
      await assert.rejects(read(`format=${format}&count=5000&breaks_at=4000`))
      assert.equal((await winnow.call('/v1/credits')).status, 200)
    })
})
