import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type FixedAnswer, type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const HTML = '<h1>Žlutá konvice</h1>'
const DATA = { title: 'Žlutá konvice' }

let service: TestApp
let site: LocalSite
let parserId: string
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
  parserId = await service.parser({ fields: { title: 'h1' } })
  site.on('/kettle', { body: HTML })
})
after(async () => {
  await service.stop()
  await site.close()
})

const encodedUrl = (path: string) => encodeURIComponent(site.url + path)
const post = (path: string, id = parserId) =>
  service.call(`/v1/scrape/${id}`, { json: { url: site.url + path } })

describe('a scrape', () => {
  test('answers with the bare data, its source, its cost and the remaining credits', async () => {
    const { creditBalance } = (await service.call('/v1/credits')).json
    const answer = await post('/kettle')
    assert.deepEqual([answer.status, answer.json], [200, DATA])
    assert.equal(answer.headers.get('x-source'), 'http')
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(answer.headers.get('x-credits-remaining'), String(creditBalance - 1))
  })

  test('takes a percent-encoded address from the query in a GET', async () => {
    const answer = await service.call(`/v1/scrape/${parserId}?url=${encodedUrl('/kettle?size=l&colour=red')}`)
    assert.deepEqual([answer.status, answer.json], [200, DATA])
    assert.equal(String(site.requests.at(-1)!.query), 'size=l&colour=red')
    assert.equal(answer.headers.get('x-credits-used'), '1')
  })

  test('takes the address as it is, special characters included, in a POST', async () => {
    const answer = await post('/kettle?q=a+b%20c&x=ž#part')
    assert.equal(answer.status, 200, answer.text)
    const { query } = site.requests.at(-1)!
    assert.deepEqual([query.get('q'), query.get('x')], ['a b c', 'ž'])
  })

  test('lists its fields when given an unknown one, and hints at percent-encoding in a GET', async () => {
    const url = `${site.url}/kettle`
    const posted = await service.call(`/v1/scrape/${parserId}`, { json: { url, colour: 'red' } })
    assert.deepEqual([posted.status, posted.json.field], [400, 'colour'])
    assert.equal(posted.json.hint, 'Fields: parserId, url.')
    const got = await service.call(`/v1/scrape/${parserId}?url=${url}?size=l&colour=red`)
    assert.deepEqual([got.status, got.json.field], [400, 'colour'])
    assert.match(got.json.hint, /^Fields: parserId, url\. If .* percent-encode that address, or POST/)
  })

  test('follows redirects', async () => {
    site.on('/old', { status: 301, headers: { location: '/older' } })
    site.on('/older', { status: 302, headers: { location: `${site.url}/kettle` } })
    assert.deepEqual((await post('/old')).json, DATA)
  })

  const pages: [string, FixedAnswer][] = [
    ['packed with gzip', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(HTML) }],
    ['packed with brotli', { headers: { 'content-encoding': 'br' }, body: brotliCompressSync(HTML) }],
    ['in the charset of its header', { headers: { 'content-type': 'text/html; charset=utf-16le' }, body: Buffer.from(`\ufeff${HTML}`, 'utf16le') }],
    ['in the charset of its meta element', { headers: { 'content-type': 'text/html' }, body: Buffer.concat([Buffer.from('<meta charset=windows-1250><h1>'), Buffer.from('8e6c7574e1206b6f6e76696365', 'hex')]) }],
    ['whose header names a charset that nobody knows', { headers: { 'content-type': 'text/html; charset=klingon' }, body: Buffer.concat([Buffer.from('<meta charset=windows-1250><h1>'), Buffer.from('8e6c7574e1206b6f6e76696365', 'hex')]) }],
    ['whose byte order mark speaks against its header', { headers: { 'content-type': 'text/html; charset=windows-1250' }, body: `\ufeff${HTML}` }],
  ] // biome-ignore format: a table
  for (const [title, page] of pages) {
    test(`reads a page ${title}`, async () => {
      site.on('/packed', page)
      const answer = await post('/packed')
      assert.deepEqual([answer.status, answer.json], [200, DATA], answer.text)
    })
  }

  test('sends the headers of the parser', async () => {
    const headers = { 'User-Agent': 'kettle-watch', Authorization: 'Bearer s3cret', 'X-Shop': 'tea' }
    const own = await service.parser({ fields: { title: 'h1' } }, { fetch: { headers } })
    assert.equal((await post('/kettle', own)).status, 200)
    assert.partialDeepStrictEqual(site.requests.at(-1)!.headers, {
      'user-agent': 'kettle-watch',
      authorization: 'Bearer s3cret',
      'x-shop': 'tea',
    })
  })

  test('ends with a free 422 when a required field is missing', async () => {
    const strict = await service.parser({ fields: { price: { css: '.price', required: true } } })
    const answer = await post('/kettle', strict)
    assert.equal(answer.status, 422)
    assert.partialDeepStrictEqual(answer.json, { field: 'price', detail: 'required_missing' })
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })
})

describe('a scrape is refused with 400', () => {
  const refusals: [string, () => ReturnType<TestApp['call']>, field: string, hint: RegExp][] = [
    ['without url, by GET', () => service.call(`/v1/scrape/${parserId}`), 'url', /./],
    ['without url, by POST', () => service.call(`/v1/scrape/${parserId}`, { json: {} }), 'url', /./],
    ['with an empty url', () => service.call(`/v1/scrape/${parserId}?url=`), 'url', /./],
    ['with a url that is not text', () => service.call(`/v1/scrape/${parserId}`, { json: { url: 7 } }), 'url', /./],
    ['with a url that is none', () => service.call(`/v1/scrape/${parserId}`, { json: { url: 'kettle' } }), 'url', /https:/],
    ['with a raw & in the query', () => service.call(`/v1/scrape/${parserId}?url=${site.url}/kettle?size=l&colour=red`), 'colour', /POST/],
    ['with an unknown field', () => service.call(`/v1/scrape/${parserId}`, { json: { url: site.url, render: true } }), 'render', /./],
    ['with the id in the body', () => service.call(`/v1/scrape/${parserId}`, { json: { url: site.url, parserId } }), 'parserId', /./],
    ['without an id, by GET', () => service.call(`/v1/scrape?url=${encodedUrl('/kettle')}`), 'parserId', /path: \/v1\/scrape\/\{parserId\}$/],
    ['without an id, by POST', () => service.call('/v1/scrape', { json: { url: site.url } }), 'parserId', /path: \/v1\/scrape\/\{parserId\}$/],
    ['with an empty id, by GET', () => service.call(`/v1/scrape/?url=${encodedUrl('/kettle')}`), 'parserId', /./],
    ['with an empty id, by POST', () => service.call('/v1/scrape/', { json: { url: site.url } }), 'parserId', /./],
  ] // biome-ignore format: a table
  for (const [title, call, field, hint] of refusals) {
    test(title, async () => {
      const requestsBefore = site.requests.length
      const answer = await call()
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
      assert.match(answer.json.hint, hint)
      assert.equal(site.requests.length, requestsBefore, 'nothing is fetched')
    })
  }
})

describe('a scrape is refused', () => {
  test('with 404 for an unknown parser', async () => {
    assert.equal((await post('/kettle', 'prs_unknown')).status, 404)
  })

  test('with 415 for a body that is not JSON', async () => {
    const sent = { headers: { 'content-type': 'text/plain' }, body: site.url }
    assert.equal((await service.call(`/v1/scrape/${parserId}`, sent)).status, 415)
  })

  test('with 402, before anything is fetched, when no credits are left', async () => {
    const key = await service.keyFor('poor')
    const id = await service.parser({ fields: { title: 'h1' } }, {}, key)
    await service.admin('/admin/credits', { account: 'poor', credits: -1_000 })
    const requestsBefore = site.requests.length
    const sent = { headers: { 'x-api-key': key }, json: { url: `${site.url}/kettle` } }
    const answer = await service.call(`/v1/scrape/${id}`, sent)
    assert.equal(answer.status, 402)
    assert.partialDeepStrictEqual(answer.json, { required: 1, available: 0 })
    assert.equal(site.requests.length, requestsBefore)
  })
})
