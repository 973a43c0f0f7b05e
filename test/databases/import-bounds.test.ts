import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase } from './support/database.ts'

let service: TestApp
let parser: string
before(async () => {
  service = await startTestApp()
  parser = await service.parser({ fields: { title: 'h1' } })
})
after(() => service.stop())

const MEGABYTE = 1_048_576
const LONG = 'x'.repeat(MEGABYTE + 1)
const FIELDS = Array.from({ length: 201 }, (_, i) => `"f${i}":1`).join()
const VALUES = Array.from({ length: 5 }, (_, i) => `"f${i}":"${'x'.repeat(MEGABYTE - 100)}"`).join()
const DEEP = `${'['.repeat(101)}${']'.repeat(101)}`

/** What exceeds a limit, the content, the error, and the field that the error names, below `rows` or `items`. */
const LARGE: [string, string, RegExp, string][] = [
  ['a cell of a CSV', `sku,title\na,b\nc,${LONG}\n`, /larger than 1 MB/, '[1].title'],
  ['a quoted cell of a CSV', `sku,title\na,"${'\n,'.repeat(MEGABYTE)}"`, /larger than 1 MB/, '[0].title'],
  ['a quote that never ends', `sku,title\na,"${'x\n'.repeat(MEGABYTE)}`, /larger than 1 MB/, '[0].title'],
  ['a header of a CSV', `${'sku,'.repeat(300_000)}title\n`, /more than 200 columns/, ''],
  ['a row of a CSV', `sku,title\n${'a,'.repeat(300_000)}b\n`, /more than 200 columns/, ''],
  ['a value of a line', `{"sku":"a"}\n{"sku":"b", "title": "${LONG}"}\n`, /larger than 1 MB/, '[1].title'],
  ['the fields of a line', `{"sku":"a"}\n\n{${FIELDS}}\n`, /more than 200 fields/, '[1]'],
  ['a line', `{${VALUES}}\n`, /larger than 4 MB/, '[0]'],
  ['the depth of a line', `{"sku":"a"}\n{"sku":"b","tags":${DEEP}}\n`, /more than 100 levels/, '[1].tags'],
  ['a value of a list', `[{"sku":"a"}, {"title":"${LONG}"}]`, /larger than 1 MB/, '[1].title'],
  ['the fields of an item', `[{"sku":"a"}, {${FIELDS}}]`, /more than 200 fields/, '[1]'],
  ['an item of a list', `[{"sku":"a"}, {${VALUES}}]`, /larger than 4 MB/, '[1]'],
  ['the depth of an item', `[{"sku":"a"}, {"tags":${DEEP}}]`, /more than 100 levels/, '[1].tags'],
]

const fileOf = (name: string, content: string, fields: Record<string, string> = {}) => {
  const body = new FormData()
  body.append(name, new Blob([content]), 'file')
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  return { body }
}

const mapping = '{"sku":"url","title":"custom_id"}'

describe('a file that exceeds a limit', () => {
  for (const [what, content, message, position] of LARGE) {
    test(`through ${what} is not imported, and the error names the limit and the place`, async () => {
      const database = await makeDatabase(service)
      const { status, json, text } = await database.call('/import', fileOf('file', content))
      assert.deepEqual([status, json.field], [400, position ? `rows${position}` : 'file'], text)
      assert.match(json.error, message)
      assert.ok(json.hint)
      assert.deepEqual(await database.rows(), [])
    })

    test(`through ${what} creates no batch`, async () => {
      const { status, json, text } = await service.call(
        '/v1/batches/upload',
        fileOf('items', content, { parser_id: parser, ...(content.startsWith('sku,title') && { mapping }) }),
      )
      assert.deepEqual([status, json.field], [400, position ? `items${position}` : 'items'], text)
      assert.match(json.error, message)
    })
  }
})

test('a file within all limits is imported, wherever its quotes and commas are', async () => {
  const database = await makeDatabase(service)
  const title = `"${'a,""b""\r\n'.repeat(1_000)}"`
  const sheet = `sku,title\r\n${Array.from({ length: 300 }, (_, i) => `s${i},${title}`).join('\r\n')}\r\n`
  const { status, json, text } = await database.call('/import', fileOf('file', sheet))
  assert.deepEqual([status, json.added], [200, 300], text)
  assert.equal((await database.rows())[0]!.title, 'a,"b"\r\n'.repeat(1_000))
})

const nestedList = (levels: number): unknown => (levels ? [nestedList(levels - 1)] : 'x')

test('every row that can be written can be imported again from an export, in each format', async () => {
  const from = await makeDatabase(service)
  const rows = [
    { sku: 'quotes', title: '"'.repeat(MEGABYTE / 2 - 4) },
    { sku: 'lines', title: '\n,"'.repeat(200_000) },
    { sku: 'list', tags: Array(250_000).fill('a') },
    { sku: 'commas', tags: Array(300).fill('a,"b"') },
    { sku: 'deep', tags: nestedList(60) },
  ]
  await from.write(...rows)
  for (const format of ['ndjson', 'json', 'csv']) {
    const to = await makeDatabase(service)
    const { status, text } = await to.call(
      '/import',
      fileOf('file', (await from.call(`/export?format=${format}`)).text),
    )
    assert.equal(status, 200, `${format}: ${text}`)
    assert.deepEqual(await to.rows(), await from.rows())
  }
})

const TOO_LARGE: [what: string, row: object, field: string, error: RegExp][] = [
  ['a text', { title: LONG }, 'rows[1].title', /larger than 1 MB/],
  [
    'a text of signs that JSON escapes',
    { title: '\n'.repeat(MEGABYTE / 2) },
    'rows[1].title',
    /larger than 1 MB/,
  ],
  ['a list', { tags: ['x', [LONG]] }, 'rows[1].tags', /larger than 1 MB/],
  [
    'all values',
    Object.fromEntries('abcde'.split('').map(name => [name, 'x'.repeat(MEGABYTE - 100)])),
    'rows[1]',
    /larger than 4 MB/,
  ],
]
for (const [what, row, field, error] of TOO_LARGE)
  test(`a row that is too large because of ${what} is refused by writes and imports alike`, async () => {
    const columns = ['sku', 'title', ...'abcde'].map(name => ({ name, type: 'string' }))
    const database = await makeDatabase(service, { columns: [...columns, { name: 'tags', type: 'json' }] })
    const rows = [{ sku: 'a' }, { sku: 'b', ...row }]
    const answer = await database.post(rows)
    assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text.slice(0, 500))
    assert.match(answer.json.error, error)
    const imported = await database.call('/import', fileOf('file', JSON.stringify(rows)))
    assert.deepEqual(imported.json, answer.json)
    assert.deepEqual(await database.rows(), [])
  })

test('a cell of a CSV is also too large if only its JSON is', async () => {
  const database = await makeDatabase(service)
  const { json } = await database.call('/import', fileOf('file', `sku,title\na,${'\\'.repeat(MEGABYTE / 2)}`))
  assert.equal(json.field, 'rows[0].title')
  assert.match(json.error, /larger than 1 MB/)
})

test('the nesting depth of a value is counted in the same way in each format', async () => {
  const database = await makeDatabase(service)
  const filesOf = (levels: number) => {
    const tags = JSON.stringify(nestedList(levels))
    return [
      `{"sku":"a","tags":${tags}}`,
      `[{"sku":"a","tags":${tags}}]`,
      `sku,tags\na,"${tags.replaceAll('"', '""')}"`,
    ]
  }
  const statuses = async (levels: number) =>
    Promise.all(
      filesOf(levels).map(async file => (await database.call('/import', fileOf('file', file))).status),
    )
  assert.deepEqual(
    [await statuses(99), await statuses(100)],
    [
      [200, 200, 200],
      [400, 400, 400],
    ],
  )
})
