import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/start-app.ts'

const SCHEMA = { fields: { title: { css: 'h1', required: true } } }
const HOUR = { max_age_s: 3_600 }

let service: TestApp
let site: LocalSite
let visits = 0
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
beforeEach(() => {
  visits = 0
  site.on('/kettle', (_, response) => response.end(`<h1>Kettle ${++visits}</h1>`))
})
after(async () => {
  await service.stop()
  await site.close()
})

let addresses = 0
/** An address that was not requested before. All of them serve the kettle. */
const newAddress = () => `${site.url}/kettle?n=${++addresses}`
const parserWith = (fetch: object, key?: string) => service.parser(SCHEMA, { fetch }, key)
const scrape = (parser: string, url: string, key = service.key) =>
  service.call(`/v1/scrape/${parser}`, { json: { url }, headers: { 'x-api-key': key } })
const summaryOf = ({ status, json, headers }: Answer) => [
  status,
  json.title,
  headers.get('x-source'),
  headers.get('x-credits-used'),
]

describe('a scrape whose parser sets `max_age_s`', () => {
  test('reuses the page, free, and reports the cache as its source', async () => {
    const parser = await parserWith(HOUR)
    const url = newAddress()
    assert.deepEqual(summaryOf(await scrape(parser, url)), [200, 'Kettle 1', 'http', '1'])
    const { creditBalance } = (await service.call('/v1/credits')).json
    const again = await scrape(parser, url)
    assert.deepEqual(summaryOf(again), [200, 'Kettle 1', 'cache', '0'])
    assert.equal(again.headers.get('x-credits-remaining'), String(creditBalance))
    assert.equal((await service.call('/v1/credits')).json.creditBalance, creditBalance)
    assert.equal(visits, 1)
  })

  test('is recorded as free, with the cache as its source', async () => {
    const parser = await parserWith(HOUR)
    const url = newAddress()
    for (const _ of [1, 2]) await scrape(parser, url)
    const { data } = (await service.call('/v1/calls')).json
    const own = data.filter((call: { parser_id: string }) => call.parser_id === parser)
    assert.deepEqual(
      own.map((call: { credits: number; sources: string[] }) => [call.credits, call.sources]),
      [[0, ['cache']], [1, ['http']]],
    ) // biome-ignore format: a table
  })

  test('reads a cached page in its own charset', async () => {
    const headers = { 'content-type': 'text/html; charset=windows-1252' }
    site.on('/kettle', { headers, body: Buffer.from('<h1>Käßchen</h1>', 'latin1') })
    const parser = await parserWith(HOUR)
    const url = newAddress()
    for (const _ of [1, 2]) assert.equal((await scrape(parser, url)).json.title, 'Käßchen')
  })

  test('shares cached pages with parser tests and with parsers that fetch the same way', async () => {
    const [parser, other] = [await parserWith(HOUR), await parserWith({ max_age_s: 60 })]
    const url = newAddress()
    await scrape(parser, url)
    assert.deepEqual(summaryOf(await scrape(other, url)), [200, 'Kettle 1', 'cache', '0'])
    const trial = await service.call(`/v1/parsers/${parser}/test`, { json: { url } })
    assert.deepEqual([trial.json.data.title, trial.headers.get('x-credits-used')], ['Kettle 1', '0'])
  })

  test('fetches again what only another account has fetched', async () => {
    const key = await service.keyFor('neighbour')
    const url = newAddress()
    await scrape(await parserWith(HOUR), url)
    assert.deepEqual(summaryOf(await scrape(await parserWith(HOUR, key), url, key)), [
      200,
      'Kettle 2',
      'http',
      '1',
    ])
  })

  test('fetches again when the headers differ, and always for a parser without `max_age_s`', async () => {
    const [parser, signed, fresh] = [
      await parserWith(HOUR),
      await parserWith({ ...HOUR, headers: { cookie: 'region=eu' } }),
      await parserWith({}),
    ]
    const url = newAddress()
    await scrape(parser, url)
    assert.deepEqual(summaryOf(await scrape(signed, url)), [200, 'Kettle 2', 'http', '1'])
    for (const visit of [3, 4])
      assert.deepEqual(summaryOf(await scrape(fresh, url)), [200, `Kettle ${visit}`, 'http', '1'])
  })

  test('does not cache a page that gave no data', async () => {
    const parser = await parserWith(HOUR)
    const url = newAddress()
    for (const [bad, status] of [
      [{ status: 404 }, 502],
      [{ body: '<p>Sold out</p>' }, 422],
      [{ body: '<title>Just a moment...</title>' }, 502],
    ] as const) {
      site.on('/kettle', bad)
      assert.equal((await scrape(parser, url)).status, status)
    }
    site.on('/kettle', { body: '<h1>Back</h1>' })
    assert.deepEqual(summaryOf(await scrape(parser, url)), [200, 'Back', 'http', '1'])
  })

  test('caches nothing when the setting `cache_max_mb` is 0', async () => {
    const parser = await parserWith(HOUR)
    const url = newAddress()
    await service.admin('/admin/settings/cache_max_mb', { value: 0 })
    for (const visit of [1, 2]) assert.equal((await scrape(parser, url)).json.title, `Kettle ${visit}`)
    await service.admin('/admin/settings/cache_max_mb', {})
  })

  for (const max_age_s of [0, -1, 604_801, 1.5, '60'])
    test(`cannot set it to ${JSON.stringify(max_age_s)}`, async () => {
      const json = { name: 'wrong', schema: SCHEMA, fetch: { max_age_s } }
      const answer = await service.call('/v1/parsers', { json })
      assert.deepEqual([answer.status, answer.json.field], [400, 'fetch.max_age_s'])
    })
})
