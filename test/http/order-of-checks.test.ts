import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { rawRequest } from './support/raw-request.ts'

let winnow: TestApp
let key: string
let parser: string
const sampleCall = createSampleCall()

/** The account has one slot and no credits. */
before(async () => {
  winnow = await startTestApp({}, sampleCall.more)
  key = await winnow.keyFor('poor')
  parser = await winnow.parser({ fields: { title: 'h1' } }, {}, key)
  await winnow.admin('/admin/accounts/poor', { limits: { concurrency: 1 } })
  await winnow.admin('/admin/credits', { account: 'poor', credits: -1_000 })
})
after(() => winnow.stop())

const multipart = (part: string, content: string) => ({
  type: 'multipart/form-data; boundary=line',
  body: `--line\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${content}\r\n--line--\r\n`,
})

/** Every fault that an upload to a parser can have, in the order in which they are checked. */
interface Faults {
  host?: boolean
  key?: boolean
  slot?: boolean
  type?: boolean
  length?: boolean
  part?: boolean
  parser?: boolean
}

async function upload(faults: Faults) {
  const { type, body } = multipart(faults.part ? 'wrong' : 'html', '<h1>Title</h1>')
  const { client, answer } = rawRequest(`${winnow.url}/v1/parse/${faults.parser ? 'prs_none' : parser}`, {
    method: 'POST',
    headers: {
      host: faults.host ? 'evil.example' : '127.0.0.1',
      'x-api-key': faults.key ? 'wrong' : key,
      'content-type': faults.type ? 'text/plain' : type,
      'content-length': String(faults.length ? 67_108_865 : Buffer.byteLength(body)),
    },
  })
  if (faults.length) client.flushHeaders()
  else client.end(body)
  const { status, text } = await answer
  client.destroy()
  return { status, json: JSON.parse(text) }
}

const NAMES = ['host', 'key', 'slot', 'type', 'length', 'part', 'parser'] as const
const STATUS = { host: 403, key: 401, slot: 429, type: 415, length: 413, part: 400, parser: 404 }

describe('of several faults, the one checked first is reported', () => {
  for (const [i, first] of NAMES.entries())
    test(`${STATUS[first]} for the ${first}, even with faults in ${NAMES.slice(i + 1).join(', ') || 'credits'}`, async () => {
      const faults: Faults = Object.fromEntries(NAMES.slice(i).map(name => [name, true]))
      const slow =
        faults.slot &&
        winnow.call('/v1/sample-call', { json: { wait: true, price: 0 }, headers: { 'x-api-key': key } })
      if (slow) await sampleCall.gate.waiting(1)
      const { status } = await upload(faults)
      sampleCall.gate.open()
      await slow
      assert.equal(status, STATUS[first])
    })

  test('402 only when everything else is correct', async () => {
    const { status, json } = await upload({})
    assert.deepEqual([status, json.required, json.available], [402, 1, 0])
  })
})

describe('before the credits are checked', () => {
  const post = (path: string, fields: unknown, headers: Record<string, string> = {}) =>
    winnow.call(path, { json: fields, headers: { 'x-api-key': key, ...headers } })

  test('a page that is not text gets 400', async () => {
    const { type, body } = multipart('html', 'a\0b')
    const answer = await winnow.call(`/v1/parse/${parser}`, {
      body,
      headers: { 'x-api-key': key, 'content-type': type },
    })
    assert.deepEqual([answer.status, answer.json.field], [400, 'html'])
  })

  const REFUSED: [address: string, detail: string | undefined][] = [
    ['nonsense', undefined],
    ['ftp://files.example/', 'target_forbidden'],
    ['http://10.0.0.1/', 'target_forbidden'],
  ]
  for (const [url, detail] of REFUSED)
    test(`the address ${url} gets 400 in every operation that fetches a page`, async () => {
      const schema = { fields: { title: 'h1' } }
      const links = { target: { parser_id: parser }, items_from: { links: { url } } }
      const calls: [path: string, fields: object, field: string][] = [
        [`/v1/scrape/${parser}`, { url }, 'url'],
        ['/v1/pages/read', { url }, 'url'],
        ['/v1/pages/links', { url }, 'url'],
        ['/v1/pages/extract', { url, schema }, 'url'],
        [`/v1/parsers/${parser}/test`, { url }, 'url'],
        ['/v1/parsers/infer', { pages: [{ url, values: { title: 'a' } }] }, 'pages[0].url'],
        ['/v1/batches', links, 'items_from.links.url'],
      ]
      for (const [path, fields, field] of calls) {
        const { status, json } = await post(path, fields)
        assert.deepEqual([status, json.field, json.detail], [400, field, detail], `${path} ${json.error}`)
      }
    })

  test('an archived parser gets 409', async () => {
    const archived = await winnow.parser({ fields: { title: 'h1' } }, { status: 'archived' }, key)
    assert.equal((await post(`/v1/scrape/${archived}`, { url: 'https://shop.example/' })).status, 409)
  })

  test('a repeat gets its first answer', async () => {
    const repeat = { 'idempotency-key': 'paid once' }
    await winnow.admin('/admin/credits', { account: 'poor', credits: 1 })
    assert.equal((await post('/v1/sample-call', {}, repeat)).status, 200)
    assert.equal((await post('/v1/sample-call', {})).status, 402)
    assert.equal((await post('/v1/sample-call', {}, repeat)).status, 200)
  })
})

describe('before a slot is taken', () => {
  test('a missing scope gets 403, and an unsupported verb gets 405', async () => {
    const reader = await winnow.keyFor('poor', { scopes: ['read'] })
    const slow = winnow.call('/v1/sample-call', {
      json: { wait: true, price: 0 },
      headers: { 'x-api-key': key },
    })
    await sampleCall.gate.waiting(1)
    const refused = await winnow.call('/v1/sample-call', { json: {}, headers: { 'x-api-key': reader } })
    const wrongVerb = await winnow.call('/v1/sample-call', { method: 'PUT', headers: { 'x-api-key': key } })
    sampleCall.gate.open()
    await slow
    assert.deepEqual([refused.status, wrongVerb.status], [403, 405])
  })
})
