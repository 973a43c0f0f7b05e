import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuard } from '../../server/pages/guard.ts'
import { createPoster } from '../../server/webhooks/post.ts'
import { startLocalSite } from '../support/local-site.ts'

const never = new AbortController().signal

test('a name that resolves to this machine is refused while connecting, unless the owner allows it', async () => {
  const site = await startLocalSite()
  site.on('/hook', { status: 204 })
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const url = `http://shop.test:${site.port}/hook`
  const guarded = createPoster(createGuard(() => [], resolve))
  guarded.check(url)
  assert.deepEqual(await guarded.post(url, {}, '{}', never), { status: null, error: 'target_forbidden' })
  assert.equal(site.requests.length, 0)
  const open = createPoster(createGuard(() => ['shop.test'], resolve))
  assert.deepEqual(await open.post(url, {}, '{}', never), { status: 204, error: null })
  await Promise.all([guarded.close(), open.close(), site.close()])
})

test('a delivery succeeds by its status alone, whatever happens to the rest of the answer', async t => {
  const site = await startLocalSite()
  t.after(() => site.close())
  site.on('/long', { body: 'x'.repeat(2_000_000) })
  site.on('/endless', (_request, response) => void response.writeHead(202).write('x'))
  site.on('/cut', (_request, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('x', () => response.destroy())
  })
  site.on('/silent', () => undefined)
  const poster = createPoster(
    createGuard(() => ['127.0.0.1']),
    { timeoutMs: 1_000 },
  )
  const post = (path: string) => poster.post(site.url + path, {}, '{}', never)
  assert.deepEqual(await post('/long'), { status: 200, error: null })
  assert.deepEqual(await post('/endless'), { status: 202, error: null })
  assert.deepEqual(await post('/cut'), { status: 200, error: null })
  assert.deepEqual(await post('/silent'), { status: null, error: 'timeout' })
  await poster.close()
})
