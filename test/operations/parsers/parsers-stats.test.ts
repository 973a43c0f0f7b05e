import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { page } from '../../extraction/support/upload.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const SCHEMA = {
  fields: {
    title: { css: 'h1', required: true },
    price: { css: '.price', type: 'number' },
    stock: { css: '.stock', type: 'integer', default: 0 },
    tags: { css: '.tag', all: true },
    offers: { css: '.offer', all: true, fields: { sku: '@data-sku', price: { css: 'b', type: 'number' } } },
    seller: { css: '.seller', fields: { name: 'b' } },
    rating: { any: [{ meta: 'rating' }, '.stars@data-score'], type: 'number' },
    kind: { const: 'product' },
  },
}

const FULL = `<meta name=rating content=4.5><h1>Kettle</h1><p class=price>24.50<p class=stock>3<i class=tag>steel</i>
  <p class=seller><b>Tea House</b><p class=offer data-sku=a1><b>20</b><p class=offer><b>soon</b>`
const BARE = '<h1>Pot</h1>'

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const parse = (id: string, html: string) => service.call(`/v1/parse/${id}`, page(html))
const stats = async (id: string) => (await service.call(`/v1/parsers/${id}/stats`)).json

describe('the stats of a parser', () => {
  test('are empty before its first run', async () => {
    const id = await service.parser(SCHEMA)
    assert.deepEqual(await stats(id), {
      runs: 0,
      success_rate: null,
      fill_rate_by_field: {},
      last_ok_at: null,
      rule_hits_by_field: {},
      warnings: [],
      series: [],
      health: { state: 'ok', degraded: [], past: [] },
    })
  })

  test('count its runs, how many gave data, and how often each field had a value', async () => {
    const id = await service.parser(SCHEMA)
    const statuses = []
    for (const html of [FULL, BARE, BARE, '<p>No title</p>']) statuses.push((await parse(id, html)).status)
    assert.deepEqual(statuses, [200, 200, 200, 422])
    const found = await stats(id)
    assert.deepEqual([found.runs, found.success_rate], [4, 0.75])
    assert.ok(Date.parse(found.last_ok_at) <= Date.now())
    assert.deepEqual(found.fill_rate_by_field, {
      title: 1,
      price: 0.3333,
      stock: 0.3333,
      tags: 0.3333,
      offers: 0.3333,
      'offers.sku': 0.5,
      'offers.price': 0.5,
      seller: 0.3333,
      'seller.name': 1,
      rating: 0.3333,
      kind: 1,
    })
    assert.deepEqual(found.rule_hits_by_field, { rating: [1] })
    const { series, health, ...sums } = found
    assert.deepEqual((await service.call(`/v1/parsers/${id}`)).json.stats, sums)
    const [day] = series
    assert.deepEqual([series.length, day.runs, day.ok], [1, 4, 3])
    assert.deepEqual(day.fill_rate_by_field, found.fill_rate_by_field)
    assert.equal(health.state, 'ok')
  })

  test('count scrapes too, including those that fail', async () => {
    site.on('/kettle', { body: FULL })
    const id = await service.parser(SCHEMA)
    for (const path of ['/kettle', '/none'])
      await service.call(`/v1/scrape/${id}`, { json: { url: site.url + path } })
    assert.partialDeepStrictEqual(await stats(id), { runs: 2, success_rate: 0.5 })
  })

  test('do not count replayed answers and refused requests', async () => {
    const id = await service.parser(SCHEMA)
    const headers = { 'idempotency-key': 'once' }
    const { body, headers: pageHeaders } = page(BARE)
    for (let call = 0; call < 3; call++)
      assert.equal(
        (await service.call(`/v1/parse/${id}`, { body, headers: { ...pageHeaders, ...headers } })).status,
        200,
      )
    await parse(id, '')
    assert.equal((await stats(id)).runs, 1, 'a replayed answer and a bad request are no runs')
  })

  test('are separate for each parser', async () => {
    const [one, other] = [await service.parser(SCHEMA), await service.parser(SCHEMA)]
    await parse(one, BARE)
    assert.deepEqual([(await stats(one)).runs, (await stats(other)).runs], [1, 0])
  })
})

describe('the rules of `any`', () => {
  const price = { any: ['.new', '.old', 'b'] }
  const chain = { fields: { price, rows: { css: 'li', all: true, fields: { price } } } }
  const OLD = '<p class=old>5</p><ul><li><b>1</b><li><i class=old>2</i></ul>'
  const parseOften = async (id: string, times: number) => {
    for (let run = 0; run < times; run++) assert.equal((await parse(id, OLD)).status, 200)
  }

  test('are counted one by one, at every depth', async () => {
    const id = await service.parser(chain)
    await parse(id, '<p class=new>4</p><li><b>1</b><li></li>')
    await parse(id, OLD)
    await parse(id, '<p>none</p>')
    const { rule_hits_by_field, warnings } = await stats(id)
    assert.deepEqual(rule_hits_by_field, { price: [1, 1], 'rows.price': [0, 1, 2] })
    assert.deepEqual(warnings, [])
  })

  test('get a warning when the first has given nothing for twenty runs, until there is a new version', async () => {
    const id = await service.parser(chain)
    await parseOften(id, 19)
    await parse(id, '<p>none</p>')
    assert.deepEqual(
      (await stats(id)).warnings,
      [],
      'a run without any value tells nothing of the first rule',
    )
    await parseOften(id, 1)
    const { warnings } = await stats(id)
    assert.deepEqual(
      warnings.map(({ field, runs }: { field: string; runs: number }) => [field, runs]),
      [['price', 20], ['rows.price', 20]],
    ) // biome-ignore format: a table
    assert.match(warnings[0].warning, /last 20 runs/)
    await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'mended', schema: chain } })
    assert.partialDeepStrictEqual(await stats(id), { rule_hits_by_field: {}, warnings: [] })
  })

  test('get no warning on a day when the first has given a value', async () => {
    const id = await service.parser(chain)
    await parse(id, '<p class=new>4</p>')
    await parseOften(id, 20)
    const { warnings } = await stats(id)
    assert.deepEqual(
      warnings.map(({ field }: { field: string }) => field),
      ['rows.price'],
    )
  })
})

describe('the output schema of a parser', () => {
  test('accepts the data that the parser gives, and nothing else', async () => {
    const id = await service.parser(SCHEMA)
    const { output_schema } = (await service.call(`/v1/parsers/${id}`)).json
    const schema = z.fromJSONSchema(output_schema)
    for (const html of [FULL, BARE]) {
      const { json } = await parse(id, html)
      assert.deepEqual(schema.safeParse(json).error?.issues ?? [], [])
      const { price: _, ...lacking } = json
      assert.ok(!schema.safeParse(lacking).success, 'every field is there')
      assert.ok(!schema.safeParse({ ...json, price: 'cheap' }).success)
      assert.ok(!schema.safeParse({ ...json, title: null }).success, 'a required field is never null')
      assert.ok(!schema.safeParse({ ...json, more: 1 }).success)
    }
  })

  test('changes with the schema', async () => {
    const id = await service.parser(SCHEMA)
    const json = { name: 'a', schema: { fields: { price: { css: 'b', type: 'integer' } } } }
    const answer = await service.call(`/v1/parsers/${id}`, { method: 'PUT', json })
    assert.deepEqual(answer.json.output_schema.properties, { price: { type: ['integer', 'null'] } })
  })
})
