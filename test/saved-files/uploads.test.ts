import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import * as html from '../prebuilt/photosocial/html-pages.ts'
import * as pages from '../prebuilt/photosocial/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { type SavedVisit, savePage, serveShop } from './save-page.ts'

const form = (part: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const body = new FormData()
  body.append(part, new Blob([new Uint8Array(bytes)]), 'saved')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { body }
}

const asMhtml = (page: string) =>
  Buffer.from(
    [
      'From: <Saved by a browser>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; type="text/html"; boundary="b"',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(page).toString('base64'),
      '--b--',
      '',
    ].join('\r\n'),
  )

const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1')
const inWarc = (url: string, type: string, body: Uint8Array) => {
  const http = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`), body])
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${http.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')])
}

/** Files that are not compressed. */
const WITH_PICTURE = {
  warc: Buffer.concat([
    inWarc('https://shop.example/', 'text/html', Buffer.from('<h1>Kettle</h1>')),
    inWarc('https://shop.example/a.png', 'image/png', PICTURE),
  ]),
  mhtml: Buffer.concat([
    Buffer.from(
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<h1>Kettle</h1>\r\n' +
        '--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\n\r\n',
    ),
    PICTURE,
    Buffer.from('\r\n--b--\r\n'),
  ]),
}

describe('a call that takes a page', () => {
  let site: LocalSite
  let visit: SavedVisit
  let service: TestApp
  let parser: string
  const schema = {
    fields: { title: 'h1', picture: { css: 'img@src', type: 'url' }, items: { css: 'li', all: true } },
  }
  const ITEMS = Array.from({ length: 50 }, (_, at) => `Käse ${at}`)

  before(async () => {
    site = await startLocalSite()
    serveShop(site)
    visit = await savePage(site, '/shop')
    service = await startTestApp()
    parser = await service.parser(schema)
  })
  after(async () => {
    await service.stop()
    await site.close()
  })

  test('accepts MHTML, and resolves links against the address in it', async () => {
    const { status, json, headers } = await service.call(`/v1/parse/${parser}`, form('html', visit.mhtml))
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(json, { title: 'Käse & Brot', picture: `${site.url}/dot.gif`, items: ITEMS })
    assert.equal(headers.get('x-credits-used'), '1')
  })

  test('accepts HAR, and reads the page as it was received', async () => {
    const { json } = await service.call(`/v1/parse/${parser}`, form('html', visit.har))
    assert.deepEqual(json, { title: 'Käse & Brot', picture: `${site.url}/dot.gif`, items: [] })
  })

  for (const [what, pack] of [
    ['a zip with one page', (html: string) => zipSync({ 'page.html': strToU8(html) })],
    ['a page in gzip', (html: string) => gzipSync(html)],
  ] as const)
    test(`accepts ${what}`, async () => {
      const { status, json } = await service.call(`/v1/parse/${parser}`, form('html', pack(visit.html)))
      assert.deepEqual([status, json.title, json.items], [200, 'Käse & Brot', ITEMS])
    })

  for (const [what, bytes] of [
    ['a web archive', WITH_PICTURE.warc],
    ['MHTML', WITH_PICTURE.mhtml],
  ] as const)
    test(`accepts ${what} with a binary image in it`, async () => {
      const { status, json, text } = await service.call(`/v1/parse/${parser}`, form('html', bytes))
      assert.deepEqual([status, json.title], [200, 'Kettle'], text)
      const read = await service.call('/v1/batches/pages', form('page', bytes, { parser_id: parser }))
      assert.deepEqual([read.status, read.json.accepted, read.json.rejected], [202, 1, []])
    })

  test('accepts MHTML to read a page as text and to extract it with a schema', async () => {
    const read = await service.call('/v1/pages/read', form('html', visit.mhtml, { content: 'all' }))
    assert.equal(read.status, 200, read.text)
    assert.match(read.json.markdown, /Käse 49/)
    assert.equal(read.json.final_url, `${site.url}/shop`)
    const fields = { schema: JSON.stringify(schema) }
    const extracted = await service.call('/v1/pages/extract', form('html', visit.mhtml, fields))
    assert.deepEqual([extracted.status, extracted.json?.data?.items], [200, ITEMS], extracted.text)
  })

  test('for a prebuilt API accepts MHTML and a zip archive', async () => {
    const profile = html.inPage(pages.xigProfile.data, html.profileHead)
    for (const file of [asMhtml(profile), zipSync({ 'a.html': strToU8(profile) })]) {
      const { status, json, text } = await service.call('/v1/extract/photosocial-profile', form('page', file))
      assert.equal(status, 200, text)
      assert.deepEqual(json.metrics, { followers: 128_402, following: 211, posts: 640 })
    }
  })

  test('refuses a file with several pages for free, and suggests the call for them', async () => {
    const zip = zipSync({ 'a.html': strToU8('<h1>a'), 'b.html': strToU8('<h1>b') })
    const { status, json, headers } = await service.call(`/v1/parse/${parser}`, form('html', zip))
    assert.deepEqual([status, json.error], [400, 'The file holds 2 pages.'])
    assert.match(json.hint, /POST \/v1\/batches\/pages/)
    assert.equal(headers.get('x-credits-used'), '0')
  })

  for (const [what, file] of [
    ['gzip', gzipSync('')],
    ['a zip', zipSync({ 'a.html': new Uint8Array() })],
  ] as const)
    test(`refuses ${what} with an empty page for free, and a batch reports it`, async () => {
      const { status, json, headers } = await service.call(`/v1/parse/${parser}`, form('html', file))
      assert.deepEqual([status, json.error], [400, 'The page in the file is empty.'])
      assert.equal(headers.get('x-credits-used'), '0')
      const both = form('page', file, { parser_id: parser })
      both.body.append('page', new Blob(['<h1>Kettle</h1>']), 'kettle.html')
      const batch = await service.call('/v1/batches/pages', both)
      assert.deepEqual(
        [
          batch.status,
          batch.json.accepted,
          batch.json.rejected?.map(({ error }: { error: string }) => error),
        ],
        [202, 1, ['The page in the file is empty.']],
        batch.text,
      )
    })

  test('refuses a damaged file for free', async () => {
    const { status, json, headers } = await service.call(
      `/v1/parse/${parser}`,
      form('html', zipSync({ 'a.html': strToU8('<h1>a') }).subarray(0, 30)),
    )
    assert.deepEqual([status, json.error], [400, 'The zip archive cannot be read.'])
    assert.equal(headers.get('x-credits-used'), '0')
  })

  test('gives a hint when the only file of a batch is damaged', async () => {
    const damaged = zipSync({ 'a.html': strToU8('<h1>a') }).subarray(0, 30)
    const { status, json } = await service.call(
      '/v1/batches/pages',
      form('page', damaged, { parser_id: parser }),
    )
    assert.deepEqual(
      [status, json.error],
      [400, 'No item can be run. The first: The zip archive cannot be read.'],
    )
    assert.match(json.hint, /Save the page again/)
  })

  const UNREADABLE: [string, Uint8Array, RegExp][] = [
    ['empty', new Uint8Array(), /leave the file out/],
    ['not text', new Uint8Array([137, 80, 78, 71, 0, 0, 1]), /not a picture/],
  ]
  for (const [flaw, bytes, hint] of UNREADABLE)
    test(`says what to send when the only file of a batch is ${flaw}`, async () => {
      const answer = await service.call('/v1/batches/pages', form('page', bytes, { parser_id: parser }))
      assert.deepEqual(
        [answer.status, answer.json.error],
        [400, `No item can be run. The first: The file is ${flaw}.`],
      )
      assert.match(answer.json.hint, hint)
    })
})

describe('a batch of saved pages', () => {
  let site: LocalSite
  let visit: SavedVisit
  let service: TestApp
  let parser: string
  before(async () => {
    site = await startLocalSite()
    serveShop(site)
    visit = await savePage(site, '/shop')
    service = await startTestApp()
    parser = await service.parser({ fields: { title: { css: 'h1', required: true } } })
  })
  after(async () => {
    await service.stop()
    await site.close()
  })

  const send = async (files: Record<string, Uint8Array>, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, bytes] of Object.entries(files))
      body.append('page', new Blob([new Uint8Array(bytes)]), name)
    for (const [name, value] of Object.entries({ parser_id: parser, ...fields })) body.append(name, value)
    return service.call('/v1/batches/pages', { body })
  }
  const itemsOf = async (id: string) => {
    await service.ended(`/v1/batches/${id}`)
    return (await service.call(`/v1/batches/${id}/items`)).json.data
  }
  const heading = (text: string) => strToU8(`<h1>${text}</h1>`)
  const tenPages = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`page ${at}.html`, heading(`Page ${at}`)]),
  )

  test('has one item for each of ten files, also when they are in a zip archive', async () => {
    for (const files of [tenPages, { 'ten.zip': zipSync(tenPages) }]) {
      const created = await send(files)
      assert.equal(created.status, 202, created.text)
      assert.deepEqual(
        [created.json.accepted, created.json.rejected, created.json.credits_reserved],
        [10, [], 10],
      )
      const items = await itemsOf(created.json.id)
      assert.deepEqual(
        items.map(({ type, custom_id, state }: Record<string, string>) => [type, custom_id, state]),
        Object.keys(tenPages).map(name => ['parse', name, 'completed']),
      )
      const { text } = await service.call(`/v1/batches/${created.json.id}/export?format=csv`)
      assert.match(text, /page 9\.html,completed,,.*Page 9/)
    }
  })

  test('reads pages saved by a browser, and keeps them under their own addresses', async () => {
    const created = await send({ 'shop.mhtml': visit.mhtml, 'visit.har': visit.har })
    const items = await itemsOf(created.json.id)
    for (const { id, input } of items) {
      assert.equal(input.url, `${site.url}/shop`)
      assert.deepEqual((await service.call(`/v1/jobs/${id}/result`)).json, { title: 'Käse & Brot' })
      assert.equal((await service.call(`/v1/jobs/${id}/page`)).json.url, `${site.url}/shop`)
    }
  })

  test('leaves out files that cannot be read, and says why', async () => {
    const { json } = await send({
      'a.html': heading('A'),
      'b.zip': zipSync(tenPages).subarray(0, 50),
      'c.png': new Uint8Array([1, 0, 2]),
      'd.html': new Uint8Array(),
      'e.html': heading('E'),
    })
    assert.equal(json.accepted, 2)
    assert.deepEqual(json.rejected, [
      { index: 1, error: 'The zip archive cannot be read.' },
      { index: 2, error: 'The file is not text.' },
      { index: 3, error: 'The file is empty.' },
    ])
    assert.deepEqual(
      (await itemsOf(json.id)).map(({ index }: { index: number }) => index),
      [0, 4],
    )
  })

  test('charges only for pages with a result, and a retry reads the failed ones with the new version of the parser', async () => {
    const before = (await service.call('/v1/credits')).json.creditBalance
    const created = await send({ 'a.html': heading('A'), 'b.html': strToU8('<h2>B</h2>') })
    const states = (await itemsOf(created.json.id)).map(({ state }: { state: string }) => state)
    assert.deepEqual(states, ['completed', 'failed'])
    assert.equal((await service.call('/v1/credits')).json.creditBalance, before - 1)

    const schema = { fields: { title: { css: 'h1, h2', required: true } } }
    const { headers } = await service.call(`/v1/parsers/${parser}`)
    await service.call(`/v1/parsers/${parser}`, {
      method: 'PUT',
      headers: { 'if-match': headers.get('etag')! },
      json: { name: 'Titles', schema },
    })
    const again = await service.call(`/v1/batches/${created.json.id}/retry`, { json: {} })
    assert.equal(again.status, 202, again.text)
    const [item] = await itemsOf(again.json.id)
    assert.deepEqual([item.state, item.custom_id], ['completed', 'b.html'])
    assert.deepEqual((await service.call(`/v1/jobs/${item.id}/result`)).json, { title: 'B' })
  })

  test('is refused with an unknown parser, or with more pages than a batch may have', async () => {
    const none = await send({ 'a.html': heading('A') }, { parser_id: 'prs_01KF0J2M4P6R8T0V2X4Z6B8D0G' })
    assert.equal(none.status, 404)
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}.html`, heading('x')]))
    const created = await send({ 'one.zip': zipSync(many), 'two.zip': zipSync(many) })
    assert.deepEqual([created.status, created.json.field], [400, 'page'])
  })
})
