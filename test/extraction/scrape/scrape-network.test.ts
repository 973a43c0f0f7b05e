import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { savePage, serveShop } from '../../saved-files/save-page.ts'
import { testChromium } from '../../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const ITEMS = Array.from({ length: 50 }, (_, at) => ({ name: `Käse ${at}` }))
const SCHEMA = {
  fields: {
    title: 'h1',
    items: { network: '/api/items/*', path: 'items', all: true, fields: { name: { json: 'name' } } },
  },
}
const SHOP = { title: 'Käse & Brot', items: ITEMS }

let site: LocalSite
let service: TestApp
before(async () => {
  site = await startLocalSite()
  serveShop(site)
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] }, undefined, { browser: await testChromium() })
})
after(async () => {
  await service.stop()
  await site.close()
})

const parserWith = (fetch: object, schema: object = SCHEMA) => service.parser(schema, { fetch })
const scrape = (parser: string) => service.call(`/v1/scrape/${parser}`, { json: { url: `${site.url}/shop` } })
const shopRequests = () => site.requests.filter(({ path }) => path === '/shop').length

describe('data that a page fetches in three requests', () => {
  test('is read in a browser', async () => {
    const { status, json, headers } = await scrape(await parserWith({ mode: 'browser' }))
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual([json, headers.get('x-source')], [SHOP, 'browser'])
  })

  test('is read with `auto` directly in a browser, without trying HTTP', async () => {
    const before = shopRequests()
    const { json, headers } = await scrape(await parserWith({ mode: 'auto' }))
    assert.deepEqual([json, headers.get('x-source'), shopRequests() - before], [SHOP, 'browser', 1])
  })

  test('is null over HTTP, with the reason that only a browser sees it', async () => {
    const parser = await parserWith({ mode: 'http' })
    const { json } = await service.call(`/v1/parsers/${parser}/test`, { json: { url: `${site.url}/shop` } })
    const [{ reason }] = json.nulls.filter(({ field }: { field: string }) => field === 'items')
    assert.match(reason, /only seen in a browser: set `fetch\.mode` to `browser`/)
  })

  test('is waited for when `wait_for` names the path of a request', async () => {
    const fetch = { mode: 'browser', wait_for: '/api/items/2' }
    assert.deepEqual((await scrape(await parserWith(fetch))).json, SHOP)
    const never = await scrape(await parserWith({ ...fetch, wait_for: '/api/none', timeout_ms: 3_000 }))
    assert.equal(never.status, 502, never.text)
    assert.match(never.json.error, /did not show what `wait_for` names: \/api\/none/)
  })

  test('is stored with the page of a job, so that reading it again is free and sends no request', async () => {
    const parser = await parserWith(
      { mode: 'browser' },
      {
        fields: {
          title: { css: 'h1', required: true },
          first: { network: '/api/items/0', path: 'items[0].name' },
        },
      },
    )
    const input = { url: `${site.url}/shop` }
    const { id } = (await service.call('/v1/jobs', { json: { parser_id: parser, input } })).json
    assert.equal((await service.ended(`/v1/jobs/${id}`)).state, 'completed')
    assert.deepEqual((await service.call(`/v1/jobs/${id}/result`)).json, {
      title: 'Käse & Brot',
      first: 'Käse 0',
    })
    const page = (await service.call(`/v1/jobs/${id}/page`)).json
    assert.match(page.html, /^<!DOCTYPE html>.*Käse 49/s)
    assert.deepEqual([page.url, page.content_type], [`${site.url}/shop`, 'text/html; charset=utf-8'])

    const { headers } = await service.call(`/v1/parsers/${parser}`)
    const json = { name: 'All', schema: SCHEMA, fetch: { mode: 'browser' } }
    await service.call(`/v1/parsers/${parser}`, {
      method: 'PUT',
      headers: { 'if-match': headers.get('etag')! },
      json,
    })
    const before = shopRequests()
    const again = (await service.call(`/v1/jobs/${id}/reparse`, { json: {} })).json
    await service.ended(`/v1/jobs/${again.id}`)
    assert.deepEqual((await service.call(`/v1/jobs/${again.id}/result`)).json, SHOP)
    assert.equal(shopRequests(), before)
  })

  test('is cached with its page', async () => {
    const parser = await parserWith({ mode: 'browser', max_age_s: 60 })
    assert.deepEqual((await scrape(parser)).json, SHOP)
    const { json, headers } = await scrape(parser)
    assert.deepEqual([json, headers.get('x-source'), headers.get('x-credits-used')], [SHOP, 'cache', '0'])
  })

  test('is read in the same way from the HAR file of a visit', async () => {
    const { har } = await savePage(site, '/shop')
    const parser = await parserWith({})
    for (const path of [`/v1/parse/${parser}`, '/v1/batches/pages']) {
      const body = new FormData()
      body.append(path.includes('parse') ? 'html' : 'page', new Blob([new Uint8Array(har)]), 'visit.har')
      if (!path.includes('parse')) body.append('parser_id', parser)
      const { status, json, text } = await service.call(path, { body })
      assert.ok(status < 300, text)
      const found = path.includes('parse') ? json : await resultOf(json.id)
      assert.deepEqual(found, SHOP)
    }
  })

  const resultOf = async (batch: string) => {
    await service.ended(`/v1/batches/${batch}`)
    const [{ id }] = (await service.call(`/v1/batches/${batch}/items`)).json.data
    return (await service.call(`/v1/jobs/${id}/result`)).json
  }
})

test('a page that claims over HTTP to be a HAR file is read as the page that it is', async () => {
  site.on('/forged', { headers: { 'content-type': 'application/har+json' }, body: '<h1>Kettle</h1>' })
  const parser = await parserWith({})
  const { json } = await service.call(`/v1/scrape/${parser}`, { json: { url: `${site.url}/forged` } })
  assert.deepEqual(json, { title: 'Kettle', items: [] })
})
