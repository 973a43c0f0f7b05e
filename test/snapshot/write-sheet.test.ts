import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEmbedder } from '../../server/snapshot/embedding.ts'
import type { Resource } from '../../server/snapshot/resources.ts'
import { writeSheet } from '../../server/snapshot/write-sheet.ts'

const SHOP = 'https://shop.example/css/main.css'

/** Resources by URL; each is a style sheet, unless its URL ends like a font or an image. */
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
  const embedding = createEmbedder(resourcesOf(texts))
  const written = embedding.finish(writeSheet({ css, base: SHOP }, embedding))
  return { written, missing: embedding.missing() }
}

const PNG = { 'https://shop.example/a.png': 'png' }
const DATA = 'data:image/png;base64,cG5n'

describe('an embedded style sheet', () => {
  test('contains its images, in whatever form they are referenced', () => {
    const cases = [
      'p{background:url(../a.png)}',
      'p{background:url( "/a.png" )}',
      "p{background:image-set('../a.png' type('image/png') 2x)}",
      'p{--x:URL(https://shop.example/a.png#part)}',
    ]
    for (const css of cases) {
      const { written, missing } = write(css, PNG)
      assert.ok(written.includes(DATA), written)
      assert.deepEqual(missing, [])
    }
  })

  test('loads nothing that is missing, and lists what it lacks', () => {
    const { written, missing } = write('a{background:url(x.png)} b{background:url(file:///etc/passwd)}')
    assert.equal(written, 'a{background:url("data:,")} b{background:url("data:,")}')
    assert.deepEqual(missing, ['https://shop.example/css/x.png'])
  })

  test('contains its imports at any depth, within their media and layer', () => {
    const { written } = write('@import "b.css" layer(base) screen;p{color:red}', {
      'https://shop.example/css/b.css': '@import url(sub/c.css);b{color:blue}',
      'https://shop.example/css/sub/c.css': 'i{background:url(../../a.png)}',
      ...PNG,
    })
    assert.equal(written, `@media screen{@layer base{i{background:url("${DATA}")}b{color:blue}}}p{color:red}`)
  })

  test('that imports itself stops at some depth', () => {
    const { written } = write('@import "b.css";p{}', {
      'https://shop.example/css/b.css': '@import "b.css";b{}',
    })
    assert.match(written, /^(b\{\})+p\{\}$/)
  })

  test('requests only one source of each font', () => {
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

  test('cannot close its `<style>` element or its own strings', () => {
    const long = 'x'.repeat(300)
    const { written } = write(
      `p::after{content:"</style><script>"}p{background:url('data:image/svg+xml,<svg a="${long}">')}`,
    )
    assert.doesNotMatch(written, /<\/style/)
    assert.match(written, /url\("data:image\/svg\+xml,%3csvg%20a=%22x+%22%3e"\)/)
  })

  test('is written even when its text is invalid', () => {
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
