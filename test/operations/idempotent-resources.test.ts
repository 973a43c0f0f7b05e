import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fingerprint } from '../../server/accounts/idempotency.ts'
import { openStore } from '../../server/store/open-store.ts'
import { type Answer, startTestApp, type TestApp } from '../support/start-app.ts'
import { createSampleCall } from './support/sample-call.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'
const schema = { fields: { title: { css: 'h1', required: true } } }

describe('a record created under an Idempotency-Key', () => {
  const make = (fields: Record<string, unknown>, key: string) =>
    winnow.call('/v1/parsers', {
      json: { name: 'one', schema, ...fields },
      headers: { 'idempotency-key': key },
    })

  test('is created once, and a repeat answers with the same record', async () => {
    const [first, again] = [await make({}, 'made'), await make({}, 'made')]
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('location'), `/v1/parsers/${first.json.id}`)
    assert.equal(again.headers.get('etag'), first.headers.get('etag'))
    assert.deepEqual([isReplay(first), isReplay(again)], [false, true])
    assert.equal((await winnow.call('/v1/parsers')).json.data.length, 1)
  })

  test('is a new record under another key', async () => {
    const [first, other] = [await make({}, 'left'), await make({}, 'right')]
    assert.notEqual(other.json.id, first.json.id)
  })

  test('is refused with 422 when the key was used for another record', async () => {
    await make({}, 'taken')
    assert.equal((await make({ name: 'two' }, 'taken')).status, 422)
  })
})

/** Builds a multipart body by hand, so that the test chooses the framing. */
function upload(boundary: string, html: string, head = 'name="html"; filename="page.html"') {
  const body = `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${html}\r\n--${boundary}--\r\n`
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

describe('an upload under an Idempotency-Key', () => {
  let parser: string
  before(async () => {
    parser = await winnow.parser(schema)
  })
  const parse = (key: string, { body, headers }: ReturnType<typeof upload>) =>
    winnow.call(`/v1/parse/${parser}`, { body, headers: { ...headers, 'idempotency-key': key } })
  const page = '<h1>Kettle</h1>'

  test('is the same input as one with other multipart framing, since only the bytes of the page count', async () => {
    const first = await parse('framed', upload('aaaa', page))
    const again = await parse('framed', upload('bbbb', page))
    const nameless = await parse('framed', upload('cccc', page, 'name="html"'))
    const typed = await parse(
      'framed',
      upload('dddd', page, 'name="html"; filename="x"\r\nContent-Type: text/html'),
    )
    assert.deepEqual(first.json, { title: 'Kettle' })
    for (const repeat of [again, nameless, typed])
      assert.deepEqual([repeat.status, repeat.text, isReplay(repeat)], [200, first.text, true])
  })

  test('is refused with 422 when the page differs', async () => {
    await parse('bytes', upload('aaaa', page))
    assert.equal((await parse('bytes', upload('aaaa', `${page} `))).status, 422)
  })

  test('is refused with 422 when it goes to another parser', async () => {
    await parse('parser', upload('aaaa', page))
    const other = await winnow.parser(schema)
    const answer = await winnow.call(`/v1/parse/${other}`, {
      body: upload('aaaa', page).body,
      headers: { ...upload('aaaa', page).headers, 'idempotency-key': 'parser' },
    })
    assert.deepEqual([answer.status, answer.json.detail], [422, 'idempotency_mismatch'])
  })

  test('gets the same 422 again, for free, when the page lacks a required field', async () => {
    const first = await parse('lacking', upload('aaaa', '<p>nothing</p>'))
    const again = await parse('lacking', upload('bbbb', '<p>nothing</p>'))
    assert.deepEqual([first.status, first.json.detail], [422, 'required_missing'])
    assert.deepEqual([again.status, again.text, isReplay(again)], [422, first.text, true])
    assert.equal(first.headers.get('x-credits-used'), '0')
  })

  test("to another account's parser is a 404 before the key is looked up", async () => {
    const key = await winnow.keyFor('stranger')
    await parse('owned', upload('aaaa', page))
    const answer = await winnow.call(`/v1/parse/${parser}`, {
      body: upload('aaaa', page).body,
      headers: { ...upload('aaaa', page).headers, 'idempotency-key': 'owned', 'x-api-key': key },
    })
    assert.equal(answer.status, 404)
  })
})

describe('after a restart', () => {
  const claimed = { outcome: 'done', price: 1, wait: false, deaf: false }

  test('a call that was interrupted by the end of the process runs again, and one that was answered is replayed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-restart-'))
    const start = () => startTestApp({ data_dir: folder }, createSampleCall().more)
    const run = (service: TestApp, key: string) =>
      service.call('/v1/sample-call', { json: {}, headers: { 'idempotency-key': key } })

    const one = await start()
    const answer = await run(one, 'answered')
    await one.stop()

    const store = openStore(folder)
    const { id } = (await store.accounts.findByName('default'))!
    await store.idempotency.claim({
      accountId: id,
      operation: 'sample-call',
      key: 'broken off',
      fingerprint: fingerprint(claimed),
      now: Date.now(),
      oldest: 0,
      isAbandoned: false,
    })
    store.close()

    const two = await start()
    const [again, anew] = [await run(two, 'answered'), await run(two, 'broken off')]
    await two.stop()
    await rm(folder, { recursive: true, force: true })
    assert.deepEqual([again.text, isReplay(again)], [answer.text, true])
    assert.deepEqual([anew.status, isReplay(anew)], [200, false])
  })
})
