import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

function upload(database: TestDatabase, content: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  body.append('file', new Blob([content]), 'rows.csv')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return database.call('/import', { body })
}

/** The rows that a database holds after the import of a file, in the order of the file. */
async function importRows(content: string): Promise<Record<string, unknown>[]> {
  const columns = ['sku', 'title'].map(name => ({ name, type: 'string' }))
  const database = await makeDatabase(service, { columns })
  const { status, text } = await upload(database, content)
  assert.equal(status, 200, text)
  return (await database.rows()).reverse()
}

describe('a CSV', () => {
  const LINES = ['sku,title', 'a,Kettle', '"b","Tea\npot"', 'c,"Cup\r\n"', 'd,Pan']
  const ROWS = [
    { sku: 'a', title: 'Kettle' },
    { sku: 'b', title: 'Tea\npot' },
    { sku: 'c', title: 'Cup\r\n' },
    { sku: 'd', title: 'Pan' },
  ]
  const ENDS = [
    ['\n', '\r\n'],
    ['\r\n', '\n'],
    ['\r', '\n'],
    ['\n', '\n\r\n'],
  ]
  for (const [first, others] of ENDS)
    test(`is read when one line ends with ${JSON.stringify(first)}, others with ${JSON.stringify(others)}`, async () => {
      assert.deepEqual(await importRows(LINES[0] + first! + LINES.slice(1).join(others)), ROWS)
    })

  for (const content of ['\ufeff', '\n\n', '\ufeff\r\n'])
    test(`that contains only ${JSON.stringify(content)} is refused, and replaces nothing`, async () => {
      const database = await makeDatabase(service, {
        primary_key: ['sku'],
        write_mode: 'replace',
        on_missing: 'delete',
      })
      await database.write({ sku: 'a' })
      const { status, json } = await upload(database, content)
      assert.deepEqual([status, json.field, json.error], [400, 'file', 'The file is empty.'])
      assert.deepEqual(await database.column('sku'), ['a'])
    })

  const DELIMITED: Record<string, string> = {
    semicolons: '\ufeffsku;title\r\na;Kettle, red\r\n"b;c";\r\n',
    'the separator that its first line names': '\ufeffsep=;\r\nsku;title\r\na;Kettle, red\r\n"b;c";\r\n',
    'a bar that its first line names': '"sep=|"\nsku|title\na|Kettle, red\nb;c|\n',
    tabs: 'sku\ttitle\na\tKettle, red\n"b;c"\t\n',
    'semicolons, and a comma in its header': '"sku";"title, color, size"\na;Kettle, red\n"b;c";\n',
  }
  for (const [what, content] of Object.entries(DELIMITED))
    test(`is read with ${what}`, async () => {
      const database = await makeDatabase(service)
      const mapping = content.includes('color') ? '{"title, color, size":"title"}' : '{}'
      const { status, text } = await upload(database, content, { mapping })
      assert.equal(status, 200, text)
      assert.deepEqual(
        (await database.rows()).reverse().map(({ sku, title }) => [sku, title]),
        [
          ['a', 'Kettle, red'],
          ['b;c', null],
        ],
      )
    })
})

describe('a number in another notation', () => {
  for (const text of ['12,5', '50 %', '+5', '€5'])
    test(`is refused with a hint on how to write it: ${text}`, async () => {
      const database = await makeDatabase(service)
      const { status, json } = await upload(database, `sku;price\na;${text}\n`)
      assert.deepEqual([status, json.field], [400, 'rows[0].price'])
      assert.match(json.hint, /Nothing was written.*written as -1234\.5/)
    })

  test('is not mentioned in the hint when the value is missing', async () => {
    const columns = [{ name: 'price', type: 'number', nullable: false }]
    const database = await makeDatabase(service, { columns })
    const { json } = await upload(database, 'price\n""\n')
    assert.doesNotMatch(json.hint, /written as/)
  })
})

describe('a number beyond the range of doubles', () => {
  const files = ['sku,tags\na,1e400\n', '{"sku":"a","tags":1e400}\n', '[{"sku":"a","tags":{"n":[2,-1e400]}}]']
  for (const content of files)
    test(`is refused within JSON: ${content.trim()}`, async () => {
      const database = await makeDatabase(service)
      const { status, json } = await upload(database, content)
      assert.deepEqual([status, json.field], [400, 'rows[0].tags'])
      assert.match(json.error, /no number beyond 1\.8e308/)
    })
})

describe('NDJSON', () => {
  test('is refused when an object spans several lines, with a hint to put it on one line', async () => {
    const database = await makeDatabase(service)
    const { status, json } = await upload(database, '{\n  "sku": "a"\n}\n{\n  "sku": "b"\n}\n')
    assert.deepEqual([status, json.error], [400, 'Line 1 is not valid JSON.'])
    assert.match(json.hint, /whole on one line/)
  })
})
