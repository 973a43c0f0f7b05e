import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { HOSTILE_PAGES } from '../support/hostile-calls.ts'
import { sendHostileCall } from '../support/send-hostile-call.ts'
import { type ServedApp, startServedApp } from '../support/served-app.ts'
import { page } from './support/upload.ts'

/** Starts a service for the tests of a group. */
function serveWith(settings: Record<string, number>): () => ServedApp {
  let app: ServedApp
  before(async () => {
    app = await startServedApp({ 'parse-workers': 2, ...settings })
  })
  after(() => app.stop())
  return () => app
}

describe('a small page that takes too long, or gives too large an answer, is stopped at its limit', () => {
  const served = serveWith({ 'parse-timeout-ms': 1_000 })
  for (const call of HOSTILE_PAGES)
    test(call.title, async () => {
      const { status, json, bytes } = await sendHostileCall(served(), call)
      assert.equal(status, 422, `${status}, ${bytes} bytes`)
      assert.equal(json.detail, 'extraction_failed')
      assert.ok(json.hint)
    })
})

describe('threads take turns between accounts', () => {
  // Long enough for a cheap parse by a new thread while other processes have the cores.
  const served = serveWith({ 'parse-timeout-ms': 2_000 })
  /** No element matches, so the strict engine checks every pair of an element and an ancestor. */
  const COSTLY = { strict: true, fields: { found: { css: 'span div', all: true } } }
  const NESTED = '<div>'.repeat(80_000)
  const CALLS = 6

  test('so that a cheap parse of one account does not wait for all costly parses of another', async () => {
    const app = served()
    const other = await app.keyFor('other')
    const cheap = await app.call('/v1/parsers', {
      json: { name: 'cheap', schema: { strict: true, fields: { title: 'h1' } } },
      headers: { 'x-api-key': other },
    })
    const kettle = page('<h1>Kettle</h1>')
    const costly = await app.parser(COSTLY)
    let ended = 0
    const calls = Array.from({ length: CALLS }, async () => {
      const { status } = await app.call(`/v1/parse/${costly}`, page(NESTED))
      ended++
      return status
    })
    while ((await app.call('/v1/credits')).json.held < CALLS) await delay(10)
    const answer = await app.call(`/v1/parse/${cheap.json.id}`, {
      ...kettle,
      headers: { ...kettle.headers, 'x-api-key': other },
    })
    const before = ended
    assert.deepEqual([answer.status, answer.json], [200, { title: 'Kettle' }])
    assert.deepEqual(new Set(await Promise.all(calls)), new Set([422]))
    // When the cheap parse arrives, two run, and two more may already have been given to threads.
    assert.ok(before <= 4, `${before} of ${CALLS} costly parses ended before it`)
  })
})
