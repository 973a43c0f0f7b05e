import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import zlib from 'node:zlib'
import type { ParserSchema } from '../../server/parsers/parser-schema.ts'
import { unpackResult } from '../../server/store/jobs/files.ts'
import { createExtraction } from '../../server/threads/extraction.ts'
import { withEnoughTime } from '../support/enough-time.ts'

const within = (ms: number, threads = 2) =>
  createExtraction({ threads, timeoutMs: () => ms, maxAnswerMb: () => 64 })
const extraction = within(30_000)
after(() => extraction.close())

const SCHEMA: ParserSchema = { fields: { title: 'h1', items: { css: 'li', all: true } } }
/** More pages than the threads get at once. */
const MANY = 30

const pageOf = (number: number) => `<h1>${number}</h1><ul>${'<li>an item of the list</li>'.repeat(200)}</ul>`
const read = (html: string, schema = SCHEMA, signal?: AbortSignal, by = extraction, account = 'acc') => {
  const bytes = Uint8Array.from(Buffer.from(html))
  const task = {
    key: JSON.stringify(schema),
    schema,
    bytes,
    url: 'http://shop.example/1',
    contentType: 'text/html',
    owner: { account, caller: 'key' },
  }
  return by.parseJobPage({ ...task, trace: false }, signal).then(page => ({ ...page, bytes }))
}

const isStopped = (end: PromiseSettledResult<unknown>) =>
  end.status === 'rejected' && /was stopped after/.test(end.reason.message)

describe('pages of jobs in threads', () => {
  test('are parsed and compressed, and the caller keeps their bytes', async () => {
    const numbers = Array.from({ length: MANY }, (_, i) => i)
    const pages = await Promise.all(numbers.map(number => read(pageOf(number))))
    for (const [number, { result, packedPage, packedData, bytes }] of pages.entries()) {
      const data = unpackResult(packedData!) as { title: string; items: string[] }
      assert.deepEqual([data.title, data.items.length], [String(number), 200])
      assert.deepEqual([result.data, result.fields.items], [{}, { filled: 1, total: 1 }])
      assert.equal(zlib.zstdDecompressSync(packedPage).toString(), pageOf(number))
      assert.equal(Buffer.from(bytes).toString(), pageOf(number))
    }
  })

  test('are parsed by the prepared thread, even if it has not started yet', async t => {
    let started = 0
    const count = () => started++
    process.on('worker', count)
    t.after(() => process.off('worker', count))
    const prepared = within(30_000, 1)
    t.after(() => prepared.close())
    prepared.prepare()
    const pages = Array.from({ length: MANY }, (_, i) => read(pageOf(i), SCHEMA, undefined, prepared))
    await Promise.all(pages)
    assert.equal(started, 1)
  })

  test('leave their data uncompressed when further pages will add to it', async () => {
    const schema: ParserSchema = { ...SCHEMA, paginate: { next: 'a@href', limit: 2 } }
    const { result, packedData } = await read('<h1>One</h1><a href="/2">next</a>', schema)
    assert.deepEqual([result.next, result.data.title, packedData], ['http://shop.example/2', 'One', null])
  })

  test('fail individually', async () => {
    const schema: ParserSchema = { fields: { title: { css: 'h1', required: true } } }
    const pages = Array.from({ length: MANY }, (_, i) => read(i % 3 ? pageOf(i) : '<p>no title</p>', schema))
    const ends = await Promise.allSettled(pages)
    for (const [i, end] of ends.entries()) {
      if (i % 3) assert.equal(end.status, 'fulfilled')
      else assert.equal(end.status === 'rejected' && end.reason.code, 'required_missing')
    }
  })

  test('are parsed even if one of them ends their thread', () =>
    withEnoughTime(750, async ms => {
      const bounded = within(ms)
      const endless = { html: '<div>'.repeat(50_000), schema: { strict: true, fields: { a: 'span div' } } }
      const pages = Array.from({ length: MANY }, (_, i) =>
        i === 3
          ? read(endless.html, endless.schema, undefined, bounded)
          : read(pageOf(i), SCHEMA, undefined, bounded),
      )
      const ends = await Promise.allSettled(pages)
      await bounded.close()
      assert.ok(isStopped(ends[3]!), 'the endless one')
      if (ends.some((end, i) => i !== 3 && isStopped(end))) return false
      for (const [i, end] of ends.entries()) if (i !== 3) assert.equal(end.status, 'fulfilled', `page ${i}`)
      return true
    }))

  test('of one account let pages of another account in between, however many are waiting', async () => {
    // Long enough that the thread has its next pages before it finishes the last one.
    const page = pageOf(1).repeat(20)
    const ended: string[] = []
    const readFor = (account: string) =>
      read(page, SCHEMA, undefined, extraction, account).then(() => ended.push(account))
    const pages = Array.from({ length: 2 * MANY }, () => readFor('A'))
    await Promise.all([...pages, readFor('B')])
    assert.ok(ended.indexOf('B') < MANY, `B came after ${ended.indexOf('B')} pages of A`)
  })

  test('need not be awaited once their job is cancelled', async () => {
    const stop = new AbortController()
    const endless = read('<div>'.repeat(50_000), { strict: true, fields: { a: 'span div' } }, stop.signal)
    stop.abort()
    await assert.rejects(endless, { code: 'cancelled' })
  })
})
