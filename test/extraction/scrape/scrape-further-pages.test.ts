import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const LIST = (name: string, next: string) =>
  `<li><a href=/${name}>${name}</a></li><a class=next href="${next}">on</a>`
const SCHEMA = {
  fields: {
    items: {
      css: 'li',
      all: true,
      fields: { name: 'a' },
      follow: { link: 'a@href', fields: { weight: 'b' }, limit: 5 },
    },
  },
  paginate: { next: '.next@href', limit: 3 },
}
const DATA = {
  items: [
    { name: 'pot', weight: '2 kg' },
    { name: 'cup', weight: null },
  ],
}

let service: TestApp
let site: LocalSite
let parserId: string
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  parserId = await service.parser(SCHEMA)
  site.on('/shop', { body: LIST('pot', '/shop-2') })
  site.on('/shop-2', { body: LIST('cup', '/shop-3') })
  site.on('/pot', { body: '<b>2 kg</b>' })
})
after(async () => {
  await service.stop()
  await site.close()
})

const scrape = (id = parserId) => service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/shop` } })

describe('a scrape of a parser that follows further pages', () => {
  test('returns their data, pays for those it got, and says that some are missing', async () => {
    const answer = await scrape()
    assert.deepEqual([answer.status, answer.json], [200, DATA], answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '3')
    assert.equal(answer.headers.get('x-notice'), 'pages_missing')
  })

  test('says that a default limit left out pages', async () => {
    for (let n = 0; n < 12; n++)
      site.on(`/list/${n}`, { body: `<li>${n}</li><a class=next href=/list/${n + 1}>on</a>` })
    const fields = { items: { css: 'li', all: true } } as const
    const id = await service.parser({ fields, paginate: { next: '.next@href' } })
    const answer = await service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/list/0` } })
    assert.deepEqual([answer.json.items.length, answer.headers.get('x-notice')], [10, 'pages_cut'])
  })

  test('skips a further page whose address is forbidden', async () => {
    site.on('/bad', { body: '<li><a href="http://10.0.0.1/">x</a></li>' })
    const answer = await service.call(`/v1/scrape/${parserId}`, { json: { url: `${site.url}/bad` } })
    assert.deepEqual(answer.json, { items: [{ name: 'x', weight: null }] })
    assert.equal(answer.headers.get('x-credits-used'), '1')
  })

  test('needs credits for the largest number of pages that it may fetch', async () => {
    const { creditBalance } = (await service.call('/v1/credits')).json
    await service.admin('/admin/credits', { credits: 10 - creditBalance })
    const id = await service.parser({ ...SCHEMA, paginate: { next: 'a@href', limit: 100 } })
    const answer = await scrape(id)
    await service.admin('/admin/credits', { credits: 1_000 })
    assert.equal(answer.status, 402)
    assert.deepEqual([answer.json.required, answer.json.available], [105, 10])
  })

  test('takes pages from the cache free', async () => {
    const id = await service.parser(SCHEMA, { fetch: { max_age_s: 60 } })
    assert.equal((await scrape(id)).headers.get('x-credits-used'), '3')
    const again = await scrape(id)
    assert.deepEqual(again.json, DATA)
    assert.equal(again.headers.get('x-credits-used'), '0')
  })

  test('reserves the credits for all possible pages as a job, and releases the unused ones', async () => {
    const input = { url: `${site.url}/shop` }
    const created = await service.call('/v1/jobs', { json: { parser_id: parserId, input } })
    assert.equal(created.json.credits.reserved, 8, created.text)
    const job = await service.ended(`/v1/jobs/${created.json.id}`)
    assert.deepEqual([job.state, job.credits.used], ['completed', 3])
    assert.deepEqual((await service.call(`/v1/jobs/${created.json.id}/result`)).json, DATA)
  })

  test('reports in a parser test which pages are missing', async () => {
    const { json } = await service.call(`/v1/parsers/${parserId}/test`, { json: { url: `${site.url}/shop` } })
    const reasons = json.nulls.map(({ field, reason }: Record<string, string>) => `${field}: ${reason}`)
    assert.match(reasons.join('\n'), /^items: .*\/shop-3 was not read: .* no such page/m)
    assert.match(reasons.join('\n'), /^items\[1\]: .*\/cup was not read/m)
    assert.ok(json.trace.some(({ field }: { field: string }) => field === 'items[0].weight'))
  })

  test('follows no pages from an uploaded page, and says so', async () => {
    const body = new FormData()
    body.set('html', new Blob([LIST('pot', 'https://shop.example/2')], { type: 'text/html' }))
    const answer = await service.call(`/v1/parse/${parserId}`, { method: 'POST', body })
    assert.deepEqual(answer.json, { items: [{ name: 'pot', weight: null }] })
    assert.equal(answer.headers.get('x-notice'), 'pages_not_followed')
  })
})

describe('secret headers', () => {
  const HEADERS = {
    Authorization: 'Bearer a',
    Cookie: 'b=1',
    'X-Api-Key': 'c',
    'X-Tenant': 'd',
    'X-Plain': 'e',
  }
  const fetch = { headers: HEADERS, secret_headers: ['x-tenant'] }
  const identityHeadersOf = ({ headers }: LocalSite['requests'][number]) =>
    Object.keys(HEADERS).map(name => headers[name.toLowerCase()])
  const ALL = Object.values(HEADERS)
  const PLAIN = [undefined, undefined, undefined, undefined, 'e']

  let other: LocalSite
  before(async () => {
    other = await startLocalSite()
    site.on('/own', { body: LIST('pot', `${other.url}/2`) })
    other.on('/2', { body: `<li><a href="${other.url}/cup">cup</a></li>` })
    other.on('/cup', { body: '<b>1 kg</b>' })
    site.on('/away', { status: 302, headers: { location: `${other.url}/2` } })
    const body = `<sitemapindex><sitemap><loc>${other.url}/map.xml</loc></sitemap></sitemapindex>`
    site.on('/index.xml', { body, headers: { 'content-type': 'application/xml' } })
    other.on('/map.xml', { body: '<urlset><url><loc>http://e.example/</loc></url></urlset>' })
  })
  after(() => other.close())

  const headersOf = async (call: () => Promise<{ status: number; text: string }>) => {
    const [own, others] = [site.requests.length, other.requests.length]
    const answer = await call()
    assert.equal(answer.status, 200, answer.text)
    return [
      site.requests.slice(own).map(identityHeadersOf),
      other.requests.slice(others).map(identityHeadersOf),
    ]
  }

  test('are sent only to the origin of the given address, whatever its pages link to', async () => {
    const id = await service.parser(SCHEMA, { fetch })
    const scraped = await headersOf(() =>
      service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/own` } }),
    )
    assert.deepEqual(scraped, [[ALL, ALL], [PLAIN, PLAIN]]) // biome-ignore format: a table
  })

  test('are not sent to another origin after a redirect', async () => {
    const id = await service.parser({ fields: { name: 'a' } }, { fetch })
    const scraped = await headersOf(() =>
      service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/away` } }),
    )
    assert.deepEqual(scraped, [[ALL], [PLAIN]])
  })

  test('are not sent to sitemaps of another origin', async () => {
    const json = { url: `${site.url}/index.xml`, fetch }
    const linkHeaders = await headersOf(() => service.call('/v1/pages/links', { json }))
    assert.deepEqual(linkHeaders, [[ALL], [PLAIN]])
  })
})

describe('a page that fails the `expect` of its parser', () => {
  const walled = { fields: { title: 'h1' }, expect: { must: ['main'], must_not: ['#captcha'] } }

  test('is blocked, free, when it contains a `must_not` element', async () => {
    site.on('/wall', { body: '<main><h1>Wait</h1><form id=captcha></form></main>' })
    const id = await service.parser(walled)
    const answer = await service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/wall` } })
    assert.deepEqual([answer.status, answer.json.detail], [502, 'blocked'], answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  test('is a free 422 when it lacks a `must` element', async () => {
    site.on('/other', { body: '<h1>Other</h1>' })
    const id = await service.parser(walled)
    const answer = await service.call(`/v1/scrape/${id}`, { json: { url: `${site.url}/other` } })
    assert.deepEqual([answer.status, answer.json.field], [422, 'schema.expect.must[0]'], answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })
})
