import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import type { AppError } from '../../server/base/errors.ts'
import { readJson } from '../../server/http/read-json.ts'
import { fastCheck, SEED } from '../support/seeds.ts'

const BOUNDS = { maxBytes: 33_554_432, list: { field: 'items', max: 10_000 } }
/** A path whose body has no long list, like most operations. */
const PLAIN = '/plain'

let server: Server
before(async () => {
  server = createServer(async (req, res) => {
    const { maxBytes } = BOUNDS
    const answer = await readJson(req, req.url === PLAIN ? { maxBytes } : BOUNDS).then(
      value => ({ value }),
      (error: AppError) => ({ status: error.status, ...error.toJSON() }),
    )
    res.end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
after(() => server.close())

/** Returns how a body is read that arrives in chunks of `chunkBytes` bytes. */
async function read(body: string | Buffer, chunkBytes = 65_536, path = '/') {
  const bytes = Buffer.from(body as string)
  const { port } = server.address() as AddressInfo
  const client = request({ port, path, method: 'POST', headers: { 'content-length': bytes.length } })
  client.on('error', () => undefined)
  const answer = once(client, 'response')
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    client.write(bytes.subarray(at, at + chunkBytes))
    await setImmediate()
  }
  client.end()
  const [response] = (await answer) as [IncomingMessage]
  return JSON.parse(await text(response))
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

type Reviver = NonNullable<Parameters<typeof JSON.parse>[1]>

const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value

/** Returns what `JSON.parse` gives, but with integers beyond 2^53 as strings of their digits. */
const parseJson = (json: string): unknown => JSON.parse(json, keepDigits as Reviver)

describe('a JSON body', () => {
  test(`is read as \`JSON.parse\` reads it, except for long integers, whatever its chunks (WINNOW_SEED=${SEED})`, async () => {
    const body = fc.record({ value: fc.jsonValue({ maxDepth: 8 }), items: fc.array(fc.jsonValue()) })
    const property = fc.asyncProperty(body, fc.integer({ min: 1, max: 40 }), async (value, chunkBytes) => {
      const json = JSON.stringify(value)
      assert.deepEqual((await read(json, chunkBytes)).value, parseJson(json))
    })
    await fc.assert(property, fastCheck({ runs: 100, longRuns: 5_000 }))
  })

  test('is refused when it is not UTF-8', async () => {
    const json = '{"name": "Küche"}'
    for (const body of [Buffer.from(json, 'latin1'), Buffer.from(`\ufeff${json}`, 'utf16le')])
      for (const path of ['/', PLAIN])
        assert.deepEqual(
          [(await read(body, 65_536, path)).status, (await read(body, 65_536, path)).error],
          [400, 'The body is not in UTF-8.'],
        )
    assert.deepEqual((await read(`\ufeff${json}`)).value, { name: 'Küche' })
  })

  test('keeps the items of a long list in order, whatever they contain', async () => {
    const items = Array.from({ length: 4_000 }, (_, n) => ({
      n,
      text: `"],[{\\"é${'x'.repeat(n % 300)}`,
      list: [n, [n]],
    }))
    const json = JSON.stringify({ before: [1, 2], items, after: { items: [3] } })
    assert.deepEqual((await read(json)).value, JSON.parse(json))
  })

  test('with the same long list twice keeps the last one', async () => {
    const long = (n: number) =>
      JSON.stringify(Array.from({ length: 9_000 }, (_, i) => `${n} ${'x'.repeat(40)} ${i}`))
    const json = `{"items":${long(1)},"items":${long(2)}}`
    assert.deepEqual((await read(json)).value, JSON.parse(json))
  })

  test('may begin with a byte order mark', async () => {
    assert.deepEqual((await read('\ufeff{"a":1}')).value, { a: 1 })
  })

  for (const json of ['', '{', '{"a":1}}', '[1,]', '{"items":[1,2', '"a', '{"a":"\\', 'nul', '1 2'])
    test(`is refused when it is ${json || 'empty'}`, async () => {
      const { status, error } = await read(json)
      assert.deepEqual([status, error], [400, 'The body is not valid JSON.'])
    })

  test('is refused when a long list ends with a comma or lacks one', async () => {
    const item = JSON.stringify('x'.repeat(1_000))
    for (const list of [`${`${item},`.repeat(600)}`, `${item} ${item},`.repeat(300) + item])
      assert.equal((await read(`{"items":[${list}]}`)).error, 'The body is not valid JSON.')
  })

  test('is refused as soon as an item of its list, or everything beside the list, is larger than 4 MB', async () => {
    const text = (bytes: number) => JSON.stringify('x'.repeat(bytes))
    const large = text(4_300_000)
    const refused = [
      [`{"items":[1,[2],{"a":${large}`, 'items[2]'],
      [`{"items":[${text(3_000_000)},${large}]}`, 'items[1]'],
      [`{"items":[1],"input":{"a":${large}`, 'input'],
      [`{"input":${large},"items":[1]}`, 'input'],
      [`{"a":${text(3_000_000)},"items":[1],"b":${text(3_000_000)}}`, 'b'],
      [`{"items":[${text(3_000_000)}],"items":[${text(3_000_000)}]}`, 'items'],
    ]
    for (const [body, named] of refused) {
      const { status, field } = await read(body!)
      assert.deepEqual([status, field], [400, named])
    }
    const fitting = `{"a":${text(4_000_000)},"items":[${text(4_000_000)},${text(4_000_000)}]}`
    assert.deepEqual((await read(fitting)).value, JSON.parse(fitting))
    assert.deepEqual((await read(`{"a":${large}}`, 65_536, PLAIN)).value, { a: 'x'.repeat(4_300_000) })
  })

  test('may have at most 72 levels, and the error names the field that has more', async () => {
    assert.equal((await read(nested(72))).status, undefined)
    assert.equal((await read(nested(73))).status, 400)
    const { status, field, error } = await read(`{"a":[1],"deep":${nested(100_000)}}`)
    assert.deepEqual([status, field, error], [400, 'deep', 'The body is nested deeper than 72 levels.'])
  })

  test('may have at most 72 levels when it is short, too', async () => {
    const readPlain = (body: string) => read(body, 50, PLAIN)
    assert.deepEqual((await readPlain(nested(72))).value, JSON.parse(nested(72)))
    const { status, field } = await readPlain(`{"a":[1],"deep":${nested(72)}}`)
    assert.deepEqual([status, field], [400, 'deep'])
    const manyBrackets = JSON.stringify({ a: Array(80).fill([]), b: '{['.repeat(80) })
    assert.deepEqual((await readPlain(manyBrackets)).value, JSON.parse(manyBrackets))
    assert.equal((await readPlain('{"a":}')).error, 'The body is not valid JSON.')
  })

  test('does not count brackets inside strings as levels', async () => {
    const json = JSON.stringify({ text: `${'['.repeat(200)}\\"${'{'.repeat(200)}` })
    assert.deepEqual((await read(json, 7)).value, JSON.parse(json))
  })

  test('is refused as soon as its list has too many items', async () => {
    const { status, field } = await read(`{"items":[${'1,'.repeat(10_000)}1]}`)
    assert.deepEqual([status, field], [400, 'items'])
  })

  test('may have at most 50,000 different names, in one object or in many', async () => {
    const object = (first: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${first + n}`, 0]))
    const lists = (names: number, each: number) =>
      JSON.stringify({ a: Array.from({ length: names / each }, (_, n) => object(n * each, each)) })
    for (const [each, chunkBytes] of [
      [25_000, 65_536],
      [100, 65_536],
      [100, 1_009],
    ]) {
      assert.equal((await read(lists(49_000, each!), chunkBytes, PLAIN)).status, undefined)
      const { status, field, error } = await read(lists(60_000, each!), chunkBytes, PLAIN)
      assert.deepEqual([status, field], [413, 'a'])
      assert.equal(error, 'The body has more than 50,000 different names of fields.')
    }
    const same = JSON.stringify({ a: Array(20_000).fill({ one: 1, two: { three: 3 }, four: 'five:six' }) })
    assert.equal((await read(same)).status, undefined)
  })

  test('may have at most a million values', async () => {
    const { status, field } = await read(`{"a":{"b":[${'1,'.repeat(1_000_001)}1]}}`)
    assert.deepEqual([status, field], [413, 'a'])
  })
})
