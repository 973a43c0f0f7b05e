import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

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

const offersOf = async (html: string, path = '/list') => {
  const answer = await service.admin('/admin/pages/next', { html, url: site.url + path })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.map(({ paginate, next }: { paginate: object; next: string }) => [
    paginate,
    next.replace(site.url, ''),
  ])
}

describe('the proposed ways to page through a list', () => {
  test('include `rel=next`, a link named “next”, and a number in the address', async () => {
    const html = `<a href="?page=2" rel=next class=more>2</a><a href="?page=3">3</a>
      <a class="pager-next" href="?page=2">Next</a><a href="/other">Other</a>`
    assert.deepEqual(await offersOf(html), [
      [{ next: '[rel~=next]@href' }, '/list?page=2'],
      [{ next: 'a.pager-next@href' }, '/list?page=2'],
      [{ param: 'page' }, '/list?page=2'],
    ])
  })

  test('find a link by its text or label when it has no class of its own', async () => {
    assert.deepEqual(await offersOf('<a class="btn" href="/p/2">›</a><a class=btn href="/p/0">‹</a>'), [
      [{ next: 'a:contains("›")@href' }, '/p/2'],
    ])
    assert.deepEqual(await offersOf('<a href="/p/2" aria-label="Next page"><svg></svg></a>'), [
      [{ next: 'a:is([aria-label="Next page"], [title="Next page"])@href' }, '/p/2'],
    ])
  })

  test('take the step of a number from the links', async () => {
    const links = '<a href="/list?q=a&start=20">2</a><a href="/list?q=a&start=40">3</a>'
    assert.deepEqual(await offersOf(links, '/list?q=a'), [
      [{ param: 'start', start: 0, step: 20 }, '/list?q=a&start=20'],
    ])
    assert.deepEqual(await offersOf(links, '/list?q=a&start=20'), [
      [{ param: 'start', step: 20 }, '/list?q=a&start=40'],
    ])
    assert.deepEqual(await offersOf(links, '/list?q=a&start=40'), [])
  })

  test('include a cursor and an address in JSON data', async () => {
    const data = JSON.stringify({ items: [], paging: { next_cursor: 'abc' }, next: '/list?after=abc' })
    assert.deepEqual(await offersOf(data), [
      [{ next: { json: 'next' } }, '/list?after=abc'],
      [{ param: 'cursor', cursor: { json: 'paging.next_cursor' } }, '/list?cursor=abc'],
    ])
  })

  test('are none on a page without a next page, and withstand hostile pages', async () => {
    assert.deepEqual(await offersOf('<a href="#next">Next</a><a href="javascript:next()">Next</a>'), [])
    const many = '<a href="?__proto__=2&page=3">Next</a>'.repeat(20_000)
    assert.equal((await service.admin('/admin/pages/next', { html: many, url: site.url })).status, 200)
    const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`
    assert.deepEqual(await offersOf(deep), [])
  })
})

describe('a preview of the next pages', () => {
  const SCHEMA = { fields: { items: { css: 'li', all: true } }, paginate: { next: 'a@href', limit: 7 } }
  const page = (items: string[], next?: string) =>
    `${items.map(item => `<li>${item}</li>`).join('')}${next ? `<a href="${next}">Next</a>` : ''}`
  const preview = (html: string, more: object = {}) =>
    service.admin('/admin/pages/next/preview', { html, url: `${site.url}/one`, schema: SCHEMA, ...more })
  const shortOf = ({ pages, has_more }: { pages: Record<string, unknown>[]; has_more: boolean }) => [
    pages.map(({ url, items, fresh }) => [String(url).replace(site.url, ''), items, fresh]),
    has_more,
  ]

  test('counts the items of each page, and estimates the cost and time of all', async () => {
    site.on('/two', { body: page(['b', 'c', 'd'], '/three') })
    site.on('/three', { body: page(['e'], '/four') })
    const { json } = await preview(page(['a', 'b'], '/two'))
    assert.deepEqual(shortOf(json), [
      [
        ['/one', 2, 2],
        ['/two', 3, 2],
        ['/three', 1, 1],
      ],
      true,
    ])
    assert.equal(json.credits, 7)
    assert.ok(Number.isInteger(json.ms) && json.ms > 0, String(json.ms))
    assert.equal((await preview(page(['a']))).json.ms, null, 'no further page was fetched')
    assert.equal(site.requests.filter(({ path }) => path === '/four').length, 0)
  })

  test('ends at a page that cannot be fetched, is blocked by the guard, or leads back', async () => {
    const lost = await preview(page(['a'], '/lost'))
    assert.match(lost.json.pages[1].error, /404/)
    const guarded = await preview(page(['a'], 'http://169.254.1.1/'))
    assert.ok(guarded.json.pages[1].error, guarded.text)
    const circle = await preview(page(['a'], '/one#top'))
    assert.equal(circle.json.pages.length <= 3, true)
  })

  test('is refused for a schema that is invalid or has no `paginate`', async () => {
    const plain = await preview(page(['a']), { schema: { fields: SCHEMA.fields } })
    assert.deepEqual([plain.status, plain.json.field], [400, 'schema.paginate'])
    const broken = await preview(page(['a']), { schema: { fields: { items: { css: '<' } } } })
    assert.equal(broken.status, 400)
    assert.match(broken.json.field, /^schema\./)
  })
})
