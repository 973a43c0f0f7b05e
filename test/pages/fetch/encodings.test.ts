import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import zlib from 'node:zlib'
import { failure, startSiteAndFetcher } from '../start-fetcher.ts'

const PAGE = '<p>Grüße aus dem Süden</p>'.repeat(5_000)

const encodedBodies: [encoding: string, body: Uint8Array][] = [
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

describe('a compressed page', () => {
  for (const [encoding, body] of encodedBodies)
    test(`of ${body.length} bytes in "${encoding}" is decompressed`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': encoding }, body })
      const { bytes } = await fetcher.fetch({ url: site.url })
      assert.equal(Buffer.from(bytes).toString(), PAGE)
      assert.equal(bytes.buffer.byteLength, bytes.length)
    })

  for (const [encoding, body] of encodedBodies.slice(0, 7))
    test(`of ${body.length} bytes in "${encoding}" that exceeds the limit when decompressed is refused`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': encoding }, body })
      await assert.rejects(fetcher.fetch({ url: site.url, maxBytes: 50_000 }), failure('page_too_large'))
    })

  test('that is a decompression bomb within another is refused', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000)))
    site.on('/', { headers: { 'content-encoding': 'gzip, gzip' }, body })
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('page_too_large'))
  })

  test('is refused when it is compressed more than twice', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = zlib.gzipSync(zlib.gzipSync(zlib.gzipSync(PAGE)))
    site.on('/', { headers: { 'content-encoding': 'gzip, gzip, gzip' }, body })
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('encoding', /127\.0\.0\.1/))
  })

  for (const encoding of ['gzip', 'deflate', 'br', 'zstd'])
    test(`that is not really ${encoding} is an encoding error`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': encoding }, body: '<html>plain</html>' })
      await assert.rejects(fetcher.fetch({ url: site.url }), failure('encoding', /127\.0\.0\.1/))
    })

  test('without its end marker is read as far as it goes', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = zlib.gzipSync(PAGE).subarray(0, -8)
    site.on('/', { headers: { 'content-encoding': 'gzip' }, body })
    const { bytes } = await fetcher.fetch({ url: site.url })
    assert.equal(Buffer.from(bytes).toString(), PAGE)
  })

  const gzipped = zlib.gzipSync(PAGE)
  const withHead = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7]),
    Buffer.from('name\0comment\0'),
    gzipped.subarray(10),
  ])
  const ends: [what: string, body: Uint8Array][] = [
    ['text', Buffer.concat([gzipped, Buffer.from('<!-- cached -->')])],
    ['zeros', Buffer.concat([gzipped, Buffer.alloc(20)])],
    ['the start of another one', Buffer.concat([gzipped, Buffer.from([0x1f, 0x8b, 8, 0, 1])])],
    ['text, and a head with all that it may have', Buffer.concat([withHead, Buffer.from('<!-- cached -->')])],
  ]
  for (const [what, body] of ends)
    test(`in gzip that is followed by ${what} is read up to there`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': 'gzip' }, body })
      const { bytes } = await fetcher.fetch({ url: site.url })
      assert.equal(Buffer.from(bytes).toString(), PAGE)
    })

  const broken: [what: string, body: Uint8Array][] = [
    ['a wrong byte', gzipped.with(gzipped.length >> 1, gzipped[gzipped.length >> 1]! ^ 255)],
    ['a wrong sum', gzipped.with(gzipped.length - 8, gzipped.at(-8)! ^ 255)],
  ]
  for (const [what, body] of broken)
    test(`in gzip with ${what} and more data after it is an encoding error`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', {
        headers: { 'content-encoding': 'gzip' },
        body: Buffer.concat([body, Buffer.from('more')]),
      })
      await assert.rejects(fetcher.fetch({ url: site.url }), failure('encoding'))
    })

  test('of two gzip members is read as both together', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two')])
    site.on('/', { headers: { 'content-encoding': 'gzip' }, body })
    assert.equal(Buffer.from((await fetcher.fetch({ url: site.url })).bytes).toString(), 'one two')
  })

  const skipped = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2])
  const frames: [what: string, body: Uint8Array[], text: string][] = [
    ['two', [zlib.zstdCompressSync('one '), zlib.zstdCompressSync('two')], 'one two'],
    ['one to be skipped before another', [skipped, zlib.zstdCompressSync('one')], 'one'],
    [
      'one to be skipped between two',
      [zlib.zstdCompressSync('one '), skipped, zlib.zstdCompressSync('two')],
      'one two',
    ],
    ['one before other bytes', [zlib.zstdCompressSync('one'), Buffer.from('junk')], 'one'],
    [
      'one before the start of one to be skipped',
      [zlib.zstdCompressSync('one'), skipped.subarray(0, 9)],
      'one',
    ],
  ]
  for (const [what, body, text] of frames)
    test(`of zstd frames is read with all of them: ${what}`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-encoding': 'zstd' }, body: Buffer.concat(body) })
      assert.equal(Buffer.from((await fetcher.fetch({ url: site.url })).bytes).toString(), text)
    })

  test('of two zstd frames that exceed the limit together is refused', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const body = Buffer.concat([zlib.zstdCompressSync(PAGE), zlib.zstdCompressSync(PAGE)])
    site.on('/', { headers: { 'content-encoding': 'zstd' }, body })
    const maxBytes = Buffer.byteLength(PAGE)
    await assert.rejects(fetcher.fetch({ url: site.url, maxBytes }), failure('page_too_large'))
  })

  test('is read when the transfer is compressed rather than the content', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', (_, response) => {
      response.socket!.end(
        Buffer.concat([
          Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n'),
          zlib.gzipSync(PAGE),
        ]),
      )
    })
    assert.equal(Buffer.from((await fetcher.fetch({ url: site.url })).bytes).toString(), PAGE)
  })

  test('of zero bytes is empty', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', { headers: { 'content-encoding': 'br' } })
    assert.equal((await fetcher.fetch({ url: site.url })).bytes.length, 0)
  })
})
