import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import zlib from 'node:zlib'
import { failure, startSiteAndFetcher } from './start-fetcher.ts'

const PAGE = '<p>Grüße aus dem Süden</p>'.repeat(5_000)

const packed: [encoding: string, body: Uint8Array][] = [
  ['gzip', zlib.gzipSync(PAGE)],
  ['X-GZIP', zlib.gzipSync(PAGE)],
  ['deflate', zlib.deflateSync(PAGE)],
  ['deflate', zlib.deflateRawSync(PAGE)],
  ['br', zlib.brotliCompressSync(PAGE)],
  ['zstd', zlib.zstdCompressSync(PAGE)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(PAGE))],
  ['identity', Buffer.from(PAGE)],
  ['utf-8', Buffer.from(PAGE)],
  ['', Buffer.from(PAGE)],
]

describe('a packed page', () => {
  for (const [encoding, body] of packed)
    test(`of ${body.length} bytes in "${encoding}" is unpacked`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': encoding }, body })
      const { bytes } = await fetcher.fetch({ url: site.url })
      assert.equal(Buffer.from(bytes).toString(), PAGE)
      assert.equal(bytes.buffer.byteLength, bytes.length)
    })

  for (const [encoding, body] of packed.slice(0, 7))
    test(`of ${body.length} bytes in "${encoding}" that grows beyond the limit is refused`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': encoding }, body })
      await assert.rejects(fetcher.fetch({ url: site.url, maxBytes: 50_000 }), failure('page_too_large'))
    })

  test('may be a bomb within a bomb', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000)))
    site.on('/', { headers: { 'content-encoding': 'gzip, gzip' }, body })
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('page_too_large'))
  })

  test('is refused when it is packed more than twice', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = zlib.gzipSync(zlib.gzipSync(zlib.gzipSync(PAGE)))
    site.on('/', { headers: { 'content-encoding': 'gzip, gzip, gzip' }, body })
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('encoding', /127\.0\.0\.1/))
  })

  for (const encoding of ['gzip', 'deflate', 'br', 'zstd'])
    test(`that is no ${encoding} is an encoding error`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': encoding }, body: '<html>plain</html>' })
      await assert.rejects(fetcher.fetch({ url: site.url }), failure('encoding', /127\.0\.0\.1/))
    })

  test('whose end mark was never written is read as far as it goes', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = zlib.gzipSync(PAGE).subarray(0, -8)
    site.on('/', { headers: { 'content-encoding': 'gzip' }, body })
    const { bytes } = await fetcher.fetch({ url: site.url })
    assert.equal(Buffer.from(bytes).toString(), PAGE)
  })

  test('without any bytes is empty', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', { headers: { 'content-encoding': 'br' } })
    assert.equal((await fetcher.fetch({ url: site.url })).bytes.length, 0)
  })
})
