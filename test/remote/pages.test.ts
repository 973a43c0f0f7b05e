import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noBroker } from '../support/nats-server.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { type Fleet, LOCAL, startFleet } from './support/fleet.ts'

const LARGE = `<h1>Large</h1>${Array.from({ length: 20_000 }, (_, index) => `<p>${index} ${Math.sin(index)}</p>`).join('')}`

const LIST = (names: string[], next: string) =>
  `${names.map(name => `<li><a href=/${name}>${name}</a></li>`).join('')}<a class=next href="${next}">on</a>`
const FOLLOWING = {
  fields: {
    items: {
      css: 'li',
      all: true,
      fields: { name: 'a' },
      follow: { link: 'a@href', fields: { title: 'h1' }, limit: 5 },
    },
  },
  paginate: { next: '.next@href', limit: 2 },
}

describe('a page of a job that is read by a worker', { skip: noBroker }, () => {
  let fleet: Fleet
  let serviceWithoutWorkers: TestApp

  before(async () => {
    fleet = await startFleet()
    serviceWithoutWorkers = await startTestApp(LOCAL)
    const { site } = fleet
    site.on('/page', { body: '<h1>Page</h1><p>one</p><p>two</p>' })
    site.on('/large', { body: LARGE })
    site.on('/gone', { status: 404, body: 'no' })
    site.on('/busy', { status: 503, body: 'later', headers: { 'retry-after': '1' } })
    site.on('/binary', { body: Buffer.from([0, 1, 2, 3, 0, 0]), headers: { 'content-type': 'text/html' } })
    site.on('/list', { body: LIST(['1', '2'], '/last') })
    site.on('/last', { body: LIST(['3'], '/list') })
    for (const name of ['1', '2', '3']) site.on(`/${name}`, { body: `<h1>Item ${name}</h1>` })
  })
  after(() => Promise.all([fleet?.stop(), serviceWithoutWorkers?.stop()]))

  /** Runs the same job with workers and without. Its outcome, result and page must be the same. */
  async function both(path: string, schema: unknown, more: Record<string, unknown> = {}) {
    const outcomes = []
    for (const app of [fleet.service, serviceWithoutWorkers]) {
      const parser = await app.parser(schema, more)
      const { json } = await app.call('/v1/jobs', {
        json: { parser_id: parser, input: { url: fleet.site.url + path }, max_attempts: 1 },
      })
      const { state, error, credits, attempts } = await app.ended(`/v1/jobs/${json.id}`)
      const result = await app.call(`/v1/jobs/${json.id}/result`)
      const page = await app.call(`/v1/jobs/${json.id}/page`)
      const { sources } = attempts[0]
      outcomes.push({ state, error, credits, sources, result: result.json, page: page.json })
    }
    const [remote, local] = outcomes
    assert.deepEqual(remote, local)
    return remote!
  }

  /** Waits for the next report of the workers, which contains their count. */
  const hasRead = async (pages: number, from: number) => {
    while ((await fleet.completed()) < from + pages) await new Promise(resolve => setTimeout(resolve, 20))
  }

  test('has the same result and stored page as without workers', async () => {
    const from = await fleet.completed()
    const { state, result, page } = await both('/page', {
      fields: { title: 'h1', lines: { css: 'p', all: true } },
    })
    assert.equal(state, 'completed')
    assert.deepEqual(result, { title: 'Page', lines: ['one', 'two'] })
    assert.match(page.html, /two/)
    await hasRead(1, from)
  })

  test('may be larger than a message of the broker', async () => {
    const { state, result, page } = await both('/large', { fields: { lines: { css: 'p', all: true } } })
    assert.equal(state, 'completed')
    assert.equal(result.lines.length, 20_000)
    assert.equal(page.html, LARGE)
  })

  test('can lead to further pages, which workers read as well', async () => {
    const from = await fleet.completed()
    const { result, credits } = await both('/list', FOLLOWING)
    assert.deepEqual(
      result.items,
      ['1', '2', '3'].map(name => ({ name, title: `Item ${name}` })),
    )
    assert.equal(credits.used, 5)
    await hasRead(5, from)
  })

  test('fails with the same error as without workers', async () => {
    for (const path of ['/gone', '/busy', '/binary']) {
      const { state } = await both(path, { fields: { title: 'h1' } })
      assert.equal(state, 'failed', path)
    }
    const { error } = await both('/page', { fields: { price: { css: '.price', required: true } } })
    assert.equal(error.code, 'required_missing')
  })

  test('becomes rows of a database', async () => {
    const from = await fleet.completed()
    const parser = await fleet.service.parser({ fields: { title: 'h1' } })
    const database = (
      await fleet.service.call('/v1/databases', { json: { name: 'Titles', from_parser: parser } })
    ).json
    const created = await fleet.service.call('/v1/jobs', {
      json: { parser_id: parser, input: { url: `${fleet.site.url}/page` }, database_id: database.id },
    })
    const job = await fleet.service.ended(`/v1/jobs/${created.json.id}`)
    assert.equal(job.rows.added, 1)
    const rows = (await fleet.service.call(`/v1/databases/${database.id}/rows`)).json.data
    assert.deepEqual(
      rows.map(({ data }: { data: { title: string } }) => data.title),
      ['Page'],
    )
    await hasRead(1, from)
  })

  test('is cached for as long as its parser says', async () => {
    const parser = await fleet.service.parser({ fields: { title: 'h1' } }, { fetch: { max_age_s: 60 } })
    const requestCount = () => fleet.site.requests.filter(({ path }) => path === '/page').length
    const before = requestCount()
    for (const sources of [['http'], ['cache']]) {
      const id = await fleet.job(parser, '/page')
      const job = await fleet.service.ended(`/v1/jobs/${id}`)
      assert.deepEqual(job.attempts[0].sources, sources)
    }
    assert.equal(requestCount(), before + 1)
  })
})
