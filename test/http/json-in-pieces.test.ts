import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { test } from 'node:test'
import fc from 'fast-check'
import { createJsonScanner } from '../../server/base/text/json-scanner.ts'
import { parseInPieces, parseOwnJson } from '../../server/base/text/parse-in-pieces.ts'
import { fastCheck, SEED } from '../support/seeds.ts'

interface Sizes {
  chunkBytes: number
  pieceBytes: number
}

/** Scans a body in chunks, and returns where it is cut. */
function cutsOf(body: Buffer, { chunkBytes, pieceBytes }: Sizes) {
  const scanner = createJsonScanner(undefined, { pieceBytes })
  // The scanner may not keep a chunk: its memory is freed.
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = Buffer.from(body.subarray(at, at + chunkBytes))
    scanner.add(chunk)
    chunk.fill(0)
  }
  return scanner.cuts()
}

const parse = (body: Buffer, sizes: Sizes) => parseInPieces(body, 0, cutsOf(body, sizes))

const sizes = fc.record({
  chunkBytes: fc.integer({ min: 8, max: 90 }),
  pieceBytes: fc.integer({ min: 1, max: 60 }),
})

/**
 * Names that are easily lost or put elsewhere, and texts with escapes and characters of several bytes. No name has a backslash:
 * `JSON.parse` of V8 13.6 may then take another name for it, as in `{"a":1,"\n":2}` after `{"a":1,"\\":2}`.
 */
const name = fc.oneof(
  fc.constantFrom('a', '', '1', '0', '__proto__', 'constructor', 'ü'),
  fc.string().filter(one => !one.includes('\\')),
)
const text = fc
  .array(fc.constantFrom('a', 'u00e4', '\\', '"', 'ä', '€', '😀', '\ud83d', '\n', ',', ']', '}', 'xyz'), {
    maxLength: 120,
  })
  .map(parts => parts.join(''))
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, 0, -1.5e-7),
    text,
    fc.array(tie('value')),
    fc.array(fc.tuple(name, tie('value'))).map(fields => Object.fromEntries(fields)),
  ),
}))

const NOT_ASCII = /[^ -~]/g

/** The JSON of a value, with characters beyond ASCII as they are or as escapes, and spaces or none. */
const json = fc.tuple(value, fc.boolean(), fc.boolean()).map(([one, escapes, spaces]) => {
  const written = JSON.stringify(one, null, spaces ? 1 : 0)
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return escapes ? written.replace(NOT_ASCII, sign => (sign === '\n' ? sign : escaped(sign))) : written
})

test(`JSON in pieces is the same value, wherever it is cut (WINNOW_SEED=${SEED})`, async () => {
  const property = fc.asyncProperty(json, sizes, async (written, pieces) => {
    const parsed = await parse(Buffer.from(written), pieces)
    // As text, too: that shows the order of the fields.
    assert.equal(JSON.stringify(parsed), JSON.stringify(JSON.parse(written)))
    assert.deepEqual(parsed, JSON.parse(written))
  })
  await fc.assert(property, fastCheck({ runs: 1_000, longRuns: 100_000 }))
})

test(`JSON in pieces is refused exactly when the whole is (WINNOW_SEED=${SEED})`, async () => {
  const signs = fc.constantFrom(
    '',
    ',',
    '"',
    ':',
    '[',
    ']',
    '{',
    '}',
    '1',
    '\\',
    'a',
    '"a":',
    '{"a":1,"a":[2,',
  )
  const property = fc.asyncProperty(json, fc.nat(), signs, sizes, async (written, at, sign, pieces) => {
    const place = at % (written.length + 1)
    const body = Buffer.from(written.slice(0, place) + sign + written.slice(place + (sign ? 0 : 1)))
    if (!isUtf8(body) || body.includes('\\\\')) return
    const outcome = (parsed: Promise<unknown>) => parsed.then(JSON.stringify, error => error.name)
    const expected = async () => JSON.parse(body.toString())
    assert.equal(await outcome(parse(body, pieces)), await outcome(expected()))
  })
  await fc.assert(property, fastCheck({ runs: 1_000, longRuns: 100_000 }))
})

test('a list or an object that starts or ends with a comma is refused where it is cut, too', async () => {
  for (const written of ['{"a":[,1]}', '{"a":{,"b":1}}', '[[1,],2]', '[{"b":1,},2]'])
    for (const pieceBytes of [1, 2, 3])
      await assert.rejects(parse(Buffer.from(written), { chunkBytes: 8, pieceBytes }), SyntaxError, written)
})

test('JSON that Winnow wrote itself has no limits', async () => {
  const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`name ${n}`, 2 ** 70]))
  const deep = JSON.parse('['.repeat(90) + ']'.repeat(90))
  const written = JSON.stringify({ names, deep, values: Array(1_100_000).fill(1) })
  assert.equal(JSON.stringify(await parseOwnJson(Buffer.from(written))), written)
})

test('a long text and a long list are cut, however deep they are', () => {
  const long = { a: [{ text: 'ä"'.repeat(500) }, { list: Array(500).fill({ one: 1 }) }] }
  const cuts = cutsOf(Buffer.from(JSON.stringify(long)), { chunkBytes: 64, pieceBytes: 100 })
  const inText = cuts.filter(({ textStart }) => textStart !== null)
  assert.ok(inText.length > 10)
  assert.ok(cuts.length - inText.length > 30)
})

test('other work is done between the pieces', async () => {
  const body = Buffer.from(JSON.stringify(Array.from({ length: 400_000 }, (_, n) => `text ${n}`)))
  const cuts = cutsOf(body, { chunkBytes: 65_536, pieceBytes: 65_536 })
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await parseInPieces(body, 0, cuts)
  clearInterval(timer)
  assert.ok(turns > 0)
})
