import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import zlib from 'node:zlib'
import { compressJson, compressNow } from '../../server/threads/compress-now.ts'
import { MAX_DICTIONARIES } from '../../server/threads/tasks.ts'

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * at * 31) >> 5))

describe('synchronously compressed data', () => {
  test('is a frame of its own that later frames do not change', () => {
    const inputs = [
      noise(20_000),
      Buffer.alloc(0),
      noise(3),
      noise(300_000),
      noise(70_000),
      Buffer.from('é'.repeat(9_000)),
    ]
    const compressed = inputs.map(bytes => compressNow(bytes))
    assert.deepEqual(
      compressed.map(bytes => zlib.zstdDecompressSync(bytes)),
      inputs,
    )
  })

  test('is no larger than with the compression of Node', () => {
    const page = Buffer.from('<li class="item"><a href="/p/1">1</a> 19.99</li>'.repeat(400))
    assert.equal(compressNow(page).length, zlib.zstdCompressSync(page).length)
  })

  test('may be JSON of any length, with lone surrogates escaped', () => {
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

  test('may use dictionaries, even more of them than are kept', () => {
    const pageOf = (site: number, page: number) =>
      Buffer.from(`<h1>${site}</h1>${noise(200 + site).toString('base64')}<p>${page}</p>`)
    const dictionaryOf = (site: number) => {
      const bytes = new Uint8Array(new SharedArrayBuffer(pageOf(site, 0).length))
      bytes.set(pageOf(site, 0))
      return { id: site + 1, bytes }
    }
    for (let page = 1; page < 4; page++)
      for (let site = 0; site < 2 * MAX_DICTIONARIES; site++) {
        const dictionary = dictionaryOf(site)
        const packed = compressNow(pageOf(site, page), dictionary)
        assert.ok(packed.length < 60, `${packed.length} bytes`)
        assert.deepEqual(
          zlib.zstdDecompressSync(packed, { dictionary: dictionary.bytes }),
          pageOf(site, page),
        )
        assert.deepEqual(zlib.zstdDecompressSync(compressNow(pageOf(site, page))), pageOf(site, page))
      }
  })
})
