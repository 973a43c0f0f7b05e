import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEmbedding } from '../../server/snapshot/embedding.ts'
import type { Resource } from '../../server/snapshot/resources.ts'
import { writeSheet } from '../../server/snapshot/write-sheet.ts'

const SHOP = 'https://shop.example/css/main.css'

/** Resources by address; a text is a style sheet, or else what its name says. */
function resourcesOf(texts: Record<string, string>): Map<string, Resource> {
  const typeOf = (url: string) =>
    /\.woff2?$/.test(url) ? 'font/woff2' : /\.png$/.test(url) ? 'image/png' : 'text/css'
  return new Map(
    Object.entries(texts).map(([url, text]) => [
      url,
      { url, contentType: typeOf(url), bytes: new TextEncoder().encode(text) },
    ]),
  )
}

function write(css: string, texts: Record<string, string> = {}) {
  const embedding = createEmbedding(resourcesOf(texts))
  const written = embedding.finish(writeSheet({ css, base: SHOP }, embedding))
  return { written, missing: embedding.missing() }
}

const PNG = { 'https://shop.example/a.png': 'png' }
const DATA = 'data:image/png;base64,cG5n'

describe('a style sheet', () => {
  test('holds the pictures that it names, in every way of naming them', () => {
    const ways = [
      'p{background:url(../a.png)}',
      'p{background:url( "/a.png" )}',
      "p{background:image-set('../a.png' type('image/png') 2x)}",
      'p{--x:URL(https://shop.example/a.png#part)}',
    ]
    for (const css of ways) {
      const { written, missing } = write(css, PNG)
      assert.ok(written.includes(DATA), written)
      assert.deepEqual(missing, [])
    }
  })

  test('asks nobody for what is not at hand, and says what that is', () => {
    const { written, missing } = write('a{background:url(x.png)} b{background:url(file:///etc/passwd)}')
    assert.equal(written, 'a{background:url("data:,")} b{background:url("data:,")}')
    assert.deepEqual(missing, ['https://shop.example/css/x.png'])
  })

  test('holds what it imports, for its media and layer, one inside the other', () => {
    const { written } = write('@import "b.css" layer(base) screen;p{color:red}', {
      'https://shop.example/css/b.css': '@import url(sub/c.css);b{color:blue}',
      'https://shop.example/css/sub/c.css': 'i{background:url(../../a.png)}',
      ...PNG,
    })
    assert.equal(written, `@media screen{@layer base{i{background:url("${DATA}")}b{color:blue}}}p{color:red}`)
  })

  test('that imports itself ends', () => {
    const { written } = write('@import "b.css";p{}', {
      'https://shop.example/css/b.css': '@import "b.css";b{}',
    })
    assert.match(written, /^(b\{\})+p\{\}$/)
  })

  test('asks for one source of each font', () => {
    const face =
      '@font-face{font-family:x;src:url(a.eot),url(a.woff) format("woff"),url(a.woff2) format("woff2")}'
    assert.deepEqual(write(face).missing, ['https://shop.example/css/a.woff2'])
    const { written } = write(face, { 'https://shop.example/css/a.woff2': 'f' })
    assert.ok(
      written.includes(
        'url("data:,"),url("data:,") format("woff"),url("data:font/woff2;base64,Zg==") format',
      ),
    )
  })

  test('cannot end its element, nor its own texts', () => {
    const long = 'x'.repeat(300)
    const { written } = write(
      `p::after{content:"</style><script>"}p{background:url('data:image/svg+xml,<svg a="${long}">')}`,
    )
    assert.doesNotMatch(written, /<\/style/)
    assert.match(written, /url\("data:image\/svg\+xml,%3csvg%20a=%22x+%22%3e"\)/)
  })

  test('of any text is written', () => {
    for (const css of [
      '@import',
      '@import url(',
      'url(',
      '}}}',
      '@font-face{src:url(a.woff2)',
      '"\n',
      'url(a"b)',
    ])
      assert.equal(typeof write(css).written, 'string')
  })
})
