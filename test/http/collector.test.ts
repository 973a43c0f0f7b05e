import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCollector } from '../../server/http/collector.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Returns the text collected from these chunks, with `expected` as the announced length. */
function collect(chunks: Uint8Array[], expected: number): string {
  const collector = createCollector(100_000, expected)
  for (const chunk of chunks) assert.ok(collector.add(chunk))
  return textOf(collector.take())
}

describe('the chunks of a body', () => {
  for (const [name, expected] of Object.entries({ known: 11, 'guessed too high': 50, unknown: 0 }))
    test(`are joined in order when their announced length is ${name}`, () => {
      assert.equal(collect([bytesOf('one '), bytesOf('two '), bytesOf('six')], expected), 'one two six')
    })

  test('are joined when they exceed what is first reserved for an unknown length', () => {
    const page = 'x'.repeat(99_999)
    assert.equal(collect([bytesOf(page.slice(0, 40_000)), bytesOf(page.slice(40_000))], 0), page)
  })

  test('are refused above the size limit', () => {
    const collector = createCollector(5, 0)
    assert.equal(collector.add(bytesOf('1234')), true)
    assert.equal(collector.add(bytesOf('56')), false)
  })
})

describe('the memory of an added chunk', () => {
  test('is released at once', () => {
    const chunk = bytesOf('page')
    assert.equal(collect([chunk], 4), 'page')
    assert.equal(chunk.buffer.detached, true)
  })

  test('is left alone when the chunk shares it with other data', () => {
    const allBytes = bytesOf('first second')
    assert.equal(collect([allBytes.subarray(6)], 6), 'second')
    assert.equal(textOf(allBytes), 'first second')
  })
})

describe('the memory reserved for a body', () => {
  const MB = 1_048_576

  test('is little until its bytes arrive, whatever it announces', () => {
    const before = process.memoryUsage().arrayBuffers
    const collectors = Array.from({ length: 100 }, () => createCollector(32 * MB, 32 * MB))
    for (const collector of collectors) assert.ok(collector.add(bytesOf('{')))
    assert.ok(process.memoryUsage().arrayBuffers - before < 10 * MB)
    assert.equal(textOf(collectors[99]!.take()), '{')
  })

  test('is the announced length once a part of it has arrived', () => {
    const collector = createCollector(32 * MB, 8 * MB)
    for (let sent = 0; sent < 8 * MB; sent += MB / 4) assert.ok(collector.add(new Uint8Array(MB / 4).fill(7)))
    const bytes = collector.take()
    assert.deepEqual([bytes.length, bytes.buffer.byteLength], [8 * MB, 8 * MB])
    assert.ok(bytes.every(byte => byte === 7))
  })
})
