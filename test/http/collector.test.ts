import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCollector } from '../../server/http/collector.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Returns what is collected from these chunks, with `expected` as the announced length. */
function collected(chunks: Uint8Array[], expected: number): string {
  const collector = createCollector(100_000, expected)
  for (const chunk of chunks) assert.ok(collector.add(chunk))
  return textOf(collector.take())
}

describe('the bytes of a part', () => {
  for (const [name, expected] of Object.entries({ known: 11, 'guessed too high': 50, unknown: 0 }))
    test(`are whole and in order, where their length is ${name}`, () => {
      assert.equal(collected([bytesOf('one '), bytesOf('two '), bytesOf('six')], expected), 'one two six')
    })

  test('are whole where they are longer than what is reserved for an unknown length', () => {
    const page = 'x'.repeat(99_999)
    assert.equal(collected([bytesOf(page.slice(0, 40_000)), bytesOf(page.slice(40_000))], 0), page)
  })

  test('are refused over the cap', () => {
    const collector = createCollector(5, 0)
    assert.equal(collector.add(bytesOf('1234')), true)
    assert.equal(collector.add(bytesOf('56')), false)
  })
})

describe('a chunk that was added', () => {
  test('gives its memory back at once', () => {
    const chunk = bytesOf('page')
    assert.equal(collected([chunk], 4), 'page')
    assert.equal(chunk.buffer.detached, true)
  })

  test('leaves memory alone that it shares', () => {
    const whole = bytesOf('first second')
    assert.equal(collected([whole.subarray(6)], 6), 'second')
    assert.equal(textOf(whole), 'first second')
  })
})
