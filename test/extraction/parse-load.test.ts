import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isLong } from '../support/seeds.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { startRequest } from './support/raw-http.ts'
import { MULTIPART, page, partHead } from './support/upload.ts'

const MB = 1_048_576
/** No element matches, so the strict engine checks every pair of an element and an ancestor. */
const COSTLY = { strict: true, fields: { found: { css: 'span div', all: true } } }
const NESTED = '<div>'.repeat(80_000)

let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp({ parse_timeout_ms: 1_000 })
  parserId = await service.parser({ fields: { title: 'h1' } })
})
after(() => service.stop())

const isServing = async () => {
  const answer = await service.call(`/v1/parse/${parserId}`, page('<h1>Kettle</h1>'))
  assert.deepEqual([answer.status, answer.json], [200, { title: 'Kettle' }])
}

/** How many other requests were answered while the call ran. */
async function answeredDuring(call: Promise<Answer>): Promise<number> {
  let running = true
  let answerCount = 0
  const ended = call.finally(() => {
    running = false
  })
  while (running) {
    assert.equal((await service.call('/health')).status, 200)
    if (running) answerCount++
  }
  await ended
  return answerCount
}

describe('a hostile page', () => {
  test('ends with 422 at the deadline, free, and the service keeps working', async () => {
    const costly = await service.parser(COSTLY)
    const calls = [1, 2].map(() => service.call(`/v1/parse/${costly}`, page(NESTED)))
    for (const answer of await Promise.all(calls)) {
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.json.detail, 'extraction_failed')
      assert.match(answer.json.hint, /parse_timeout_ms/)
      assert.equal(answer.headers.get('x-credits-used'), '0')
    }
    await isServing()
  })

  test('does not delay other requests', async () => {
    const costly = await service.parser(COSTLY)
    assert.ok((await answeredDuring(service.call(`/v1/parse/${costly}`, page(NESTED)))) > 10)
  })

  test('is read when the rules of its parser are cheap', async () => {
    const other = await startTestApp()
    const id = await other.parser({ fields: { title: 'h1' } })
    const answer = await other.call(`/v1/parse/${id}`, page(`${NESTED}<h1>Kettle</h1>`))
    assert.deepEqual([answer.status, answer.json], [200, { title: 'Kettle' }])
    await other.stop()
  })
})

describe('a page of 16 MB', () => {
  test('does not delay other requests', async () => {
    const large = await startTestApp()
    const id = await large.parser({ fields: { title: 'h1' } })
    const paragraph = `<p>${'x'.repeat(500)}</p>`
    const html = `<h1>Kettle</h1>${paragraph.repeat(Math.floor((16 * MB - 15) / paragraph.length))}`
    let status = 0
    const call = large.call(`/v1/parse/${id}`, page(html)).then(answer => {
      status = answer.status
      return answer
    })
    const answerCount = await answeredDuring(call)
    await large.stop()
    assert.equal(status, 200)
    assert.ok(answerCount > 10, `${answerCount} requests were answered`)
  })
})

describe('refused bodies', () => {
  /** Sends the whole of a body that is refused before it ends. */
  async function sendRefused(megabytes: number) {
    const head = [`X-API-Key: ${service.key}`, `Content-Type: ${MULTIPART}`]
    const client = startRequest(`${service.url}/v1/parse/${parserId}`, [
      ...head,
      `Content-Length: ${megabytes * MB}`,
    ])
    await client.write(partHead({ name: 'html' }))
    const block = Buffer.alloc(MB, 'x')
    for (let sent = 0; sent < megabytes - 1; sent++) await client.write(block)
    const { status } = await client.answer
    client.close()
    return status
  }

  test('are not held in memory', async t => {
    await sendRefused(60)
    const before = process.memoryUsage().rss
    const statuses = await Promise.all(Array.from({ length: 8 }, () => sendRefused(60)))
    const grown = (process.memoryUsage().rss - before) / MB
    assert.deepEqual(new Set(statuses), new Set([413]))
    t.diagnostic(`${Math.round(grown)} MB more for 480 MB`)
    if (isLong) assert.ok(grown < 300)
    await isServing()
  })
})
