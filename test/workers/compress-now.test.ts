import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import zlib from 'node:zlib'
import { compressJson, compressNow } from '../../server/workers/compress-now.ts'

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * at * 31) >> 5))

describe('what is compressed at once', () => {
  test('is a frame of its own, which the next one leaves as it is', () => {
    const given = [
      noise(20_000),
      Buffer.alloc(0),
      noise(3),
      noise(300_000),
      noise(70_000),
      Buffer.from('é'.repeat(9_000)),
    ]
    const compressed = given.map(compressNow)
    assert.deepEqual(
      compressed.map(bytes => zlib.zstdDecompressSync(bytes)),
      given,
    )
  })

  test('is no larger than what Node makes of it', () => {
    const page = Buffer.from('<li class="item"><a href="/p/1">1</a> 19.99</li>'.repeat(400))
    assert.equal(compressNow(page).length, zlib.zstdCompressSync(page).length)
  })

  test('may be JSON of any length, whose halves of characters are escaped', () => {
    for (const text of [
      '',
      'a',
      'Größe – 日本 😀',
      'x\ud800y',
      'é'.repeat(32_766),
      '日'.repeat(32_767),
      'a'.repeat(400_000),
    ]) {
      const json = JSON.stringify(text)
      assert.equal(zlib.zstdDecompressSync(compressJson(json)).toString(), json)
    }
  })
})
