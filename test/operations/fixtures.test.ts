import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const KETTLE = '<h1>Kettle</h1><p class="price">24.50</p><i class="tag">steel</i>'
const PAN = '<h1>Pan</h1><p class="price">9.00</p>'
const SCHEMA = {
  fields: {
    title: { css: 'h1', required: true },
    price: { css: '.price', type: 'number' },
    tags: { css: '.tag', all: true },
  },
}

const folder = tempFolder()
let service: TestApp
let site: LocalSite
const start = async () => {
  service = await startTestApp({ data_dir: folder, allow_hosts: ['127.0.0.1'] })
}
before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: KETTLE })
  await start()
})
after(async () => {
  await service.stop()
  await site.close()
})

const call = (path: string, json?: unknown, method?: string) =>
  service.call(`/v1/parsers/${path}`, { ...(json !== undefined && { json }), ...(method && { method }) })

/** Creates a parser with these saved pages. */
async function parserWith(...pages: object[]) {
  const id = await service.parser(SCHEMA)
  const created = []
  for (const page of pages) created.push((await call(`${id}/fixtures`, page)).json.id as string)
  return { id, fixtures: created }
}

describe('a page saved with a parser', () => {
  test('expects the result that the parser gives now, and can be read back', async () => {
    const id = await service.parser(SCHEMA)
    const created = await call(`${id}/fixtures`, {
      name: 'kettle',
      html: KETTLE,
      url: 'https://shop.example/k',
    })
    assert.equal(created.status, 201, created.text)
    assert.match(created.json.id, /^fix_/)
    assert.equal(created.headers.get('location'), `/v1/parsers/${id}/fixtures/${created.json.id}`)
    assert.deepEqual(created.json.expected, { title: 'Kettle', price: 24.5, tags: ['steel'] })
    assert.deepEqual((await call(`${id}/fixtures`)).json.data, [created.json])
    const page = await call(`${id}/fixtures/${created.json.id}/page`)
    assert.deepEqual(page.json, { url: 'https://shop.example/k', html: KETTLE })
  })

  test('can be the page that a job has read', async () => {
    const id = await service.parser(SCHEMA)
    const job = await service.call('/v1/jobs', {
      json: { parser_id: id, input: { url: `${site.url}/kettle` } },
    })
    assert.equal((await service.ended(`/v1/jobs/${job.json.id}`)).state, 'completed')
    const created = await call(`${id}/fixtures`, { name: 'from a job', job_id: job.json.id })
    assert.deepEqual(
      [created.status, created.json.url, created.json.expected.title],
      [201, `${site.url}/kettle`, 'Kettle'],
    )
  })

  test('is answered with its expected result as that is kept, whatever it is', async () => {
    const id = await service.parser(SCHEMA)
    const expected = { title: 'příliš 🍵 "\\', price: -1.5e300, tags: [] }
    const created = await call(`${id}/fixtures`, {
      name: 'a',
      html: KETTLE,
      url: 'https://shop.example/',
      expected,
    })
    const replaced = await call(`${id}/fixtures/${created.json.id}`, { name: 'a', expected }, 'PUT')
    await call(`${id}/fixtures`, { name: 'b', html: PAN, expected: null })
    const listed = await call(`${id}/fixtures`)
    assert.deepEqual(created.json.expected, expected)
    assert.equal(replaced.text, created.text)
    assert.deepEqual(listed.json.data[0], created.json)
    assert.equal(listed.json.data[1].expected, null)
    for (const { text, json } of [created, listed]) assert.equal(text, JSON.stringify(json))

    await service.app.stop()
    const store = new Database(databaseFile(folder))
    store
      .prepare('UPDATE parser_fixtures SET expected = ? WHERE id = ?')
      .run('{"price": 24.50}', created.json.id)
    store.close()
    await start()
    assert.match((await call(`${id}/fixtures`)).text, /"expected":\{"price": 24\.50\},/)
  })

  test('can be renamed and deleted', async () => {
    const { id, fixtures } = await parserWith({ name: 'kettle', html: KETTLE })
    const path = `${id}/fixtures/${fixtures[0]}`
    const changed = await call(path, { name: 'the kettle', expected: null }, 'PUT')
    assert.deepEqual([changed.status, changed.json.name, changed.json.expected], [200, 'the kettle', null])
    assert.equal((await call(path, undefined, 'DELETE')).status, 204)
    assert.equal((await call(path, undefined, 'DELETE')).status, 404)
    assert.equal((await call(`${path}/page`)).status, 404)
  })

  test('is refused when the parser cannot read it, unless the caller gives the expected result', async () => {
    const id = await service.parser(SCHEMA)
    const page = { name: 'empty', html: '<p>nothing</p>' }
    const refused = await call(`${id}/fixtures`, page)
    assert.deepEqual([refused.status, refused.json.field], [422, 'title'])
    assert.equal((await call(`${id}/fixtures`, { ...page, expected: null })).status, 201)
  })

  test('must come from either a page or a job', async () => {
    const id = await service.parser(SCHEMA)
    for (const page of [{}, { html: KETTLE, job_id: 'job_1' }]) {
      const { status, json } = await call(`${id}/fixtures`, { name: 'x', ...page })
      assert.deepEqual([status, json.field], [400, 'html'])
    }
    assert.equal((await call(`${id}/fixtures`, { name: 'x', job_id: 'job_none' })).status, 404)
  })

  test('can be read only by its own account and under its own parser', async () => {
    const { id, fixtures } = await parserWith({ name: 'kettle', html: KETTLE })
    const { id: other } = await parserWith()
    const key = await service.keyFor('another')
    const path = `/v1/parsers/${id}/fixtures/${fixtures[0]}/page`
    assert.equal((await service.call(path, { headers: { 'x-api-key': key } })).status, 404)
    assert.equal((await call(`${other}/fixtures/${fixtures[0]}/page`)).status, 404)
  })

  test('can be used to test the parser for free', async () => {
    const { id, fixtures } = await parserWith({ name: 'kettle', html: KETTLE })
    const trial = await call(`${id}/test`, { fixture: fixtures[0] })
    assert.deepEqual([trial.status, trial.json.data.title], [200, 'Kettle'])
    assert.equal(trial.headers.get('x-credits-used'), '0')
    assert.equal((await call(`${id}/test`, { fixture: 'fix_none' })).status, 404)
  })
})

describe('a check of a parser on its saved pages', () => {
  test('passes the pages that are read as expected, and lists the differences of the others', async () => {
    const { id, fixtures } = await parserWith(
      { name: 'kettle', html: KETTLE },
      { name: 'pan', html: PAN, expected: { title: 'Pan', price: 8, tags: ['iron'] } },
      { name: 'empty', html: '<p>', expected: { title: null } },
      { name: 'any', html: PAN, expected: null },
    )
    const { json } = await call(`${id}/check`, {})
    assert.deepEqual([json.passed, json.failed, json.unknown], [1, 2, 1])
    assert.deepEqual(
      json.fixtures.map(({ id, state }: Record<string, string>) => [id, state]),
      fixtures.map((id, at) => [id, ['passed', 'failed', 'error', 'unknown'][at]]),
    )
    assert.deepEqual(json.fixtures[1].differences, [
      { field: 'price', before: 8, after: 9 },
      { field: 'tags[0]', before: 'iron', after: null },
    ])
    assert.match(json.fixtures[2].error, /title/)
  })

  test('shows what a new schema would change before it is saved', async () => {
    const { id } = await parserWith({ name: 'kettle', html: KETTLE }, { name: 'pan', html: PAN })
    const schema = {
      fields: { ...SCHEMA.fields, price: { css: '.price', type: 'string' }, tags: { css: 'i', all: true } },
    }
    const { status, json } = await call(`${id}/compare`, { schema })
    assert.equal(status, 200)
    assert.deepEqual([json.changed, json.failed], [2, 2])
    assert.deepEqual(json.fixtures[0].changes, [{ field: 'price', before: 24.5, after: '24.50' }])
    assert.equal((await call(id)).json.version, 1)
  })

  test('reads the large results of both versions in pieces', async t => {
    const schema = { fields: { rows: { css: 'li', all: true, fields: { a: 'b', b: 'i' } } } }
    const id = await service.parser(schema)
    const html = '<li><b>one</b><i>two</i></li>'.repeat(20_000)
    const created = await call(`${id}/fixtures`, { name: 'large', html })
    assert.equal(created.json.expected.rows.length, 20_000)
    const size = JSON.stringify(created.json.expected).length
    const parse = mock.method(JSON, 'parse')
    t.after(() => parse.mock.restore())
    const { changed, passed } = (await call(`${id}/compare`, { schema })).json
    assert.deepEqual([changed, passed], [0, 1])
    const lengths = parse.mock.calls.map(({ arguments: [text] }) => text.length)
    assert.ok(Math.max(...lengths) < size / 2)
    assert.ok(lengths.reduce((sum, length) => sum + length, 0) > 2 * size)
  })

  test('shows a page that a new schema can no longer read', async () => {
    const { id } = await parserWith({ name: 'kettle', html: KETTLE })
    const { json } = await call(`${id}/compare`, {
      schema: { fields: { title: { css: 'h2', required: true } } },
    })
    assert.deepEqual([json.fixtures[0].state, json.fixtures[0].changes[0].after], ['error', null])
  })

  test('refuses an invalid schema and names the field at fault', async () => {
    const { id } = await parserWith()
    const { status, json } = await call(`${id}/compare`, { schema: { fields: { a: { css: 'p[' } } } })
    assert.deepEqual([status, json.field], [400, 'schema.fields.a'])
  })
})

describe('the validation of a schema', () => {
  const BRITTLE = { fields: { price: '.css-1x2y3z' } }
  const HTML = '<p class="price css-1x2y3z">5</p>'

  test('warns of selectors that are likely to break', async () => {
    const { json } = await call('validate', { schema: BRITTLE })
    assert.equal(json.valid, true)
    assert.deepEqual([json.warnings[0].field, json.warnings[0].alternative], ['schema.fields.price', null])
  })

  test('suggests better selectors when the parser has a saved page', async () => {
    const { id } = await parserWith({ name: 'page', html: HTML, expected: null })
    const { json } = await call('validate', { schema: BRITTLE, parser_id: id })
    assert.equal(json.warnings[0].alternative, '.price')
    assert.equal((await call('validate', { schema: BRITTLE, parser_id: 'prs_none' })).status, 404)
  })
})
