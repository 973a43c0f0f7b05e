import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { rawRequest } from './support/raw-request.ts'

let winnow: TestApp
beforeEach(async () => {
  winnow = await startTestApp({ public_rate: 30 })
})
afterEach(() => winnow.stop())

const ask = (path: string) => winnow.call(path, { headers: { 'x-api-key': '' } })

/** Returns the statuses of `count` consecutive requests from one address of this machine. */
async function statuses(path: string, count: number, localAddress = '127.0.0.1') {
  const seen: number[] = []
  for (let i = 0; i < count; i++) {
    const { client, answer } = rawRequest(winnow.url + path, { localAddress })
    client.end()
    seen.push((await answer).status)
  }
  return seen
}

describe('a public endpoint answers 30 requests per minute and IP address', () => {
  for (const path of ['/v1/apis', '/v1/apis/videosite-channel', '/v1/openapi.json', '/health'])
    test(`to ${path}, and then 429 with the seconds to wait`, async () => {
      assert.deepEqual(new Set(await statuses(path, 30)), new Set([200]))
      const refused = await ask(path)
      assert.equal(refused.status, 429)
      assert.deepEqual(Object.keys(refused.json), ['error', 'hint'])
      const wait = Number(refused.headers.get('retry-after'))
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60)
    })

  test('also when many requests arrive at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('/health')))
    assert.equal(answers.filter(({ status }) => status === 200).length, 30)
  })

  test('and counts each endpoint and each IP address separately', async () => {
    await statuses('/v1/apis', 30)
    assert.deepEqual(await statuses('/v1/apis', 1, '127.0.0.2'), [200])
    assert.deepEqual(await statuses('/health', 1), [200])
    assert.deepEqual(await statuses('/v1/apis', 1), [429])
  })

  test("and counts all ids of an API's documentation together, unknown ones too", async () => {
    const seen = [
      ...(await statuses('/v1/apis/videosite-channel', 15)),
      ...(await statuses('/v1/apis/none', 16)),
    ]
    assert.deepEqual(seen.slice(-2), [404, 429])
  })
})

test('the public rate also applies to requests with a key, but only on public endpoints', async () => {
  await statuses('/v1/apis', 30)
  assert.equal((await winnow.call('/v1/apis')).status, 429)
  for (let i = 0; i < 40; i++) assert.equal((await winnow.call('/v1/credits')).status, 200)
})

test('a changed rate takes effect at once', async () => {
  await statuses('/health', 30)
  await winnow.stop()
  winnow = await startTestApp({ public_rate: undefined })
  await winnow.admin('/admin/settings/public_rate', { value: 2 })
  assert.deepEqual(await statuses('/health', 3), [200, 200, 429])
})
