import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { rawRequest } from './support/raw-request.ts'

const PAGE = '<!doctype html><div id="root"></div>'
const SCRIPT = 'console.log("winnow")'

const above = tempFolder()
let winnow: TestApp
before(async () => {
  const folder = join(above, 'app')
  writeFileSync(join(above, 'beside.txt'), 'no')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/index-a1.js', SCRIPT],
  ] as const) {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
  }
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  winnow = await startTestApp({}, undefined, { appFolder: folder })
})
after(() => winnow.stop())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(winnow.url + path, { method, headers, redirect: 'manual' })

describe('the page of the app', () => {
  test('is isolated from windows of other sites, except the page that receives pages from them', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('cross-origin-opener-policy')
    for (const path of ['/app/', '/app/connect/browser', '/app/connect/receive/x', '/app/read/sent/pag_1'])
      assert.equal(await policyOf(path), 'same-origin', path)
    assert.equal(await policyOf('/app/connect/receive'), 'unsafe-none')
  })

  for (const path of ['/app/', '/app/keys', '/app/parsers/par_1', '/app/a.b/c'])
    test(`is served at ${path}`, async () => {
      const answer = await get(path)
      assert.deepEqual([answer.status, await answer.text()], [200, PAGE])
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(answer.headers.get('cache-control'), 'no-cache')
    })

  test('runs only its own scripts, and cannot be framed', async () => {
    const { headers } = await get('/app/')
    const policy = headers.get('content-security-policy')!.split('; ')
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.includes(rule), rule)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'same-origin')
  })

  test('cannot be read by pages of other origins', async () => {
    const { headers } = await get('/app/', { origin: 'https://evil.example' })
    assert.equal(headers.get('access-control-allow-origin'), null)
  })

  for (const path of ['/', '/app'])
    test(`is where ${path} redirects to`, async () => {
      const { status, headers } = await get(path)
      assert.deepEqual([status, headers.get('location')], [303, '/app/'])
    })

  test('answers HEAD without a body', async () => {
    const answer = await get('/app/', {}, 'HEAD')
    assert.deepEqual([answer.status, await answer.text()], [200, ''])
    assert.ok(Number(answer.headers.get('content-length')) > 0)
  })

  test('allows no verb but GET and HEAD', async () => {
    const answer = await get('/app/', {}, 'POST')
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('is refused under a foreign Host', async () => {
    const { client, answer } = rawRequest(winnow.url, { path: '/app/', headers: { host: 'evil.example' } })
    client.end()
    assert.equal((await answer).status, 403)
  })
})

describe('a file of the app', () => {
  test('is cached forever when its name changes with its content', async () => {
    const answer = await get('/app/assets/index-a1.js')
    assert.deepEqual([answer.status, await answer.text()], [200, SCRIPT])
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  test('is revalidated when its name stays the same', async () => {
    assert.equal((await get('/app/icon.svg')).headers.get('cache-control'), 'no-cache')
  })

  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const)
    test(`is sent as ${encoding ?? 'they are'} to a client that accepts ${accepted}`, async () => {
      const answer = await get('/app/assets/index-a1.js', { 'accept-encoding': accepted })
      assert.deepEqual([answer.headers.get('content-encoding'), await answer.text()], [encoding, SCRIPT])
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding')
    })

  test('that does not exist gets a JSON 404 instead of the page', async () => {
    const answer = await get('/app/assets/index-b2.js')
    assert.equal(answer.status, 404)
    assert.ok(((await answer.json()) as { hint: string }).hint)
  })

  for (const path of [
    '/app/../beside.txt',
    '/app/%2e%2e/beside.txt',
    '/app/..%2fbeside.txt',
    '/app//etc/passwd',
    '/app/assets/..%5c..%5cbeside.txt',
  ])
    test(`is never taken from outside the app's folder: ${path}`, async () => {
      const { client, answer } = rawRequest(winnow.url, { path })
      client.end()
      assert.doesNotMatch((await answer).text, /^no$|root:/)
    })
})

describe('without a built app', () => {
  test('the pages answer 503 and say how to build them, and the API works', async () => {
    const bare = await startTestApp({}, undefined, { appFolder: join(tempFolder(), 'nothing') })
    const answer = await fetch(`${bare.url}/app/`)
    assert.equal(answer.status, 503)
    assert.match(((await answer.json()) as { hint: string }).hint, /npm run build/)
    assert.equal((await bare.call('/v1/credits')).status, 200)
    await bare.stop()
  })
})

test('any other unknown path gets a JSON 404', async () => {
  for (const path of ['/apps', '/index.html', '/favicon.ico', '/assets/index-a1.js']) {
    const answer = await get(path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  }
})
