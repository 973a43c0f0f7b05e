import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { randomFrom } from '../../support/seeds.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const SCHEMA = { fields: { title: { css: 'h1', required: true }, price: { css: '.price', type: 'number' } } }
const PAGE_WITH_PRICE = '<h1>Kettle</h1><p class="price">24.50</p>'
const PAGE_WITHOUT_PRICE = '<h1>Kettle</h1><p class="amount">24.50</p>'
const TITLELESS = '<h2>Kettle</h2><p class="price">24.50</p>'
const USUAL_PAGES = 40
/** Health is judged over this many runs. */
const WINDOW_PAGES = 30

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'], birth_credits: 10_000, host_spacing_ms: 0 })
})
after(async () => {
  await service.stop()
  await site.close()
})

const path = (id: string) => `/${id}`

/** Scrapes a page with this body at the parser's own address, this many times. */
async function scrape(id: string, body: string, times: number) {
  site.on(path(id), { body })
  for (let time = 0; time < times; time++)
    await service.call(`/v1/scrape/${id}`, { json: { url: site.url + path(id) } })
}

const healthOf = async (id: string) => (await service.call(`/v1/parsers/${id}/stats`)).json.health
const fieldsOf = (drops: { field: string }[]) => drops.map(({ field }) => field)

/** A webhook that receives reports of degraded parsers, with the events so far and a promise of the next one. */
async function receiver() {
  const events: { parser_id: string; fields: { field: string; url: string }[] }[] = []
  let notify: () => void = () => undefined
  site.on('/hook', ({ body }, response) => {
    events.push(JSON.parse(body.toString()).data)
    response.end()
    notify()
  })
  const json = { url: `${site.url}/hook`, events: ['parser.health.degraded'] }
  const hook = await service.call('/v1/webhooks', { json })
  assert.equal(hook.status, 201, hook.text)
  return { events, next: () => new Promise<void>(resolve => (notify = resolve)) }
}

describe('the health of a parser', () => {
  test('reports a field that is no longer filled once, with a page where it is missing, and shows when it is filled again', async () => {
    const hook = await receiver()
    const id = await service.parser(SCHEMA)
    await scrape(id, PAGE_WITH_PRICE, USUAL_PAGES)
    assert.deepEqual(await healthOf(id), { state: 'ok', degraded: [], past: [] })

    const report = hook.next()
    await scrape(id, PAGE_WITHOUT_PRICE, WINDOW_PAGES)
    const { state, degraded } = await healthOf(id)
    assert.deepEqual([state, fieldsOf(degraded)], ['degraded', ['price']])
    const [drop] = degraded
    assert.equal(drop.baseline, 1)
    assert.ok(drop.rate < 0.6)
    assert.deepEqual([drop.url, drop.job_id], [site.url + path(id), null])
    await report
    await scrape(id, PAGE_WITHOUT_PRICE, WINDOW_PAGES)
    assert.deepEqual(
      hook.events.map(event => [event.parser_id, fieldsOf(event.fields)]),
      [[id, ['price']]],
    )

    await scrape(id, PAGE_WITH_PRICE, WINDOW_PAGES)
    const back = await healthOf(id)
    assert.deepEqual([back.state, back.degraded, fieldsOf(back.past)], ['ok', [], ['price']])
    assert.ok(back.past[0].until >= back.past[0].since)
    assert.equal(hook.events.length, 1)
  })

  test('reports a required field that is no longer found, and starts over with a new version', async () => {
    const id = await service.parser(SCHEMA)
    await scrape(id, PAGE_WITH_PRICE, USUAL_PAGES)
    await scrape(id, TITLELESS, WINDOW_PAGES)
    assert.deepEqual(fieldsOf((await healthOf(id)).degraded), ['title'])
    const schema = { fields: { ...SCHEMA.fields, title: { css: 'h2', required: true } } }
    await service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'mended', schema } })
    assert.equal((await healthOf(id)).state, 'ok')
    await scrape(id, TITLELESS, 1)
    const { degraded, past } = await healthOf(id)
    assert.deepEqual([degraded, fieldsOf(past)], [[], ['title']])
  })

  test('names the job that read the page where the field is missing', async () => {
    const id = await service.parser(SCHEMA)
    await scrape(id, PAGE_WITH_PRICE, USUAL_PAGES)
    await scrape(id, PAGE_WITHOUT_PRICE, WINDOW_PAGES / 2 - 5)
    const items = Array.from({ length: WINDOW_PAGES }, () => ({ input: { url: site.url + path(id) } }))
    const batch = await service.call('/v1/batches', { json: { target: { parser_id: id }, items } })
    assert.equal((await service.ended(`/v1/batches/${batch.json.id}`)).state, 'completed')
    const [drop] = (await healthOf(id)).degraded
    const keptPage = await service.call(`/v1/jobs/${drop.job_id}/page`)
    assert.deepEqual([drop.field, keptPage.json.html], ['price', PAGE_WITHOUT_PRICE])
  })

  test('does not report a field that is often empty anyway', async () => {
    const random = randomFrom(3)
    const id = await service.parser(SCHEMA)
    for (let run = 0; run < 3 * WINDOW_PAGES; run++)
      await scrape(id, random() < 0.5 ? PAGE_WITH_PRICE : PAGE_WITHOUT_PRICE, 1)
    assert.deepEqual(await healthOf(id), { state: 'ok', degraded: [], past: [] })
  })
})
