import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isLong } from '../support/seeds.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { page } from './support/upload.ts'

const MB = 1_048_576
/** A page that takes longer is answered with 422. */
const DEADLINE_MS = isLong ? 10_000 : 3_000
/** Memory that the service may take on top of what it had before these pages; a thread may take a gigabyte. */
const MAX_MEMORY_MB = 1_500
const SCHEMA = {
  fields: {
    title: 'h1',
    rows: { css: 'li', all: true, fields: { name: 'b', deep: { css: 'div:has(.end) + b' } } },
    text: { css: 'body', transform: [{ slice: [0, 100] }] },
    path: { xpath: '//b[contains(., "end")][last()]' },
    pattern: { regex: '(x+x+)+y' },
    mail: { css: 'body', type: 'email' },
    price: { css: 'body', type: 'price' },
    day: { css: 'body', type: 'date', locale: 'de' },
    state: { script: 'STATE', path: 'a' },
    things: { microdata: 'Thing', all: true },
    rest: { css: 'h1', until: 'h1', read: 'markdown' },
  },
}
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

type HostilePage = [title: string, make: () => string | Uint8Array, status: number]

/** Each of these takes seconds. */
const LARGE_PAGES: HostilePage[] = [
  ['15.9 MB of rows', () => `<h1>T</h1><ul>${'<li><b>name</b></li>'.repeat(830_000)}`.slice(0, 15.9 * MB), 200],
  ['15.9 MB of text', () => `<h1>T</h1>${'word '.repeat(3.1 * MB)}`, 200],
] // biome-ignore format: a table

/** Hostile pages, and the status that each is answered with. */
const PAGES: HostilePage[] = [
  ['400 KB of nested tags', () => '<div>'.repeat(80_000), 200],
  ['400 KB of nested formatting', () => '<b><i><p>'.repeat(44_000), 200],
  ['unclosed everything', () => `<h1>T${'<ul><li><b>x<a href="y<table><tr><td'.repeat(5_000)}`, 200],
  ['100,000 attributes', () => `<h1 ${Array.from({ length: 100_000 }, (_, n) => `a${n}="${n}"`).join(' ')}>T`, 200],
  ['100,000 equal attributes', () => `<h1 ${'a=1 '.repeat(100_000)}>T`, 200],
  ['what other engines of patterns never finish', () => `<p>${'x'.repeat(1_000_000)}`, 200],
  ['digits without end', () => `<p>${'1.'.repeat(500_000)} ${'vor 3 '.repeat(100_000)}`, 200],
  ['scripts that are assigned without end', () => `<script>${'STATE = [['.repeat(200_000)}</script>`, 200],
  ['JSON nested 100,000 deep', () => `${'[{"a":'.repeat(50_000)}`, 200],
  ['200,000 items of microdata', () => '<i itemscope itemtype=Thing><b itemprop=a>'.repeat(2_000), 200],
  ['XML nested without end', () => `<?xml version="1.0"?><a>${'<b>'.repeat(100_000)}`, 200],
  ['a feed of end tags', () => `<rss>${'<a>'.repeat(100_000)}${'</b>'.repeat(200_000)}`, 200],
  ['broken UTF-8', () => Buffer.concat([bytesOf('<h1>T</h1>'), Buffer.alloc(100_000, 0xc3)]), 200],
  ['half a pair of UTF-16', () => bytesOf('\xff\xfe<\0h\x001\0>\0\x00\xd8'), 200],
  ['a picture', () => bytesOf(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(1000)}`), 400],
  ['an archive', () => bytesOf(`PK\x03\x04\0\0${'\x01\0'.repeat(1000)}`), 400],
  ...(isLong ? LARGE_PAGES : []),
  ['16.1 MB', () => `<h1>T</h1>${' '.repeat(16.1 * MB)}`, 413],
] // biome-ignore format: a table

let service: TestApp
let parserId: string
before(async () => {
  service = await startTestApp({ parse_timeout_ms: DEADLINE_MS, parse_workers: 2 })
  parserId = await service.parser(SCHEMA)
})
after(() => service.stop())

describe('a hostile page', () => {
  const figures: string[] = []
  const before = process.memoryUsage.rss()
  let longestMs = 0

  for (const [title, make, status] of PAGES)
    test(`of ${title} is answered in time`, async () => {
      const upload = page(make())
      const started = performance.now()
      const answer = await service.call(`/v1/parse/${parserId}`, upload)
      const ms = performance.now() - started
      longestMs = Math.max(longestMs, process.memoryUsage.rss())
      figures.push(`${title}: ${answer.status}, ${ms.toFixed(0)} ms`)
      assert.ok(
        answer.status === status || (status === 200 && answer.status === 422),
        `${answer.status} ${answer.text.slice(0, 300)}`,
      )
      if (answer.status !== 200) assert.ok(answer.json.error && answer.json.hint, answer.text)
    })

  test('leaves the service working, within its memory limit', async t => {
    const answer = await service.call(`/v1/parse/${parserId}`, page('<h1>Kettle</h1>'))
    assert.equal(answer.json.title, 'Kettle')
    const megabytes = (longestMs - before) / MB
    for (const figure of figures) t.diagnostic(figure)
    t.diagnostic(`${megabytes.toFixed(0)} MB more than before, at most`)
    if (isLong) assert.ok(megabytes < MAX_MEMORY_MB, `${megabytes} MB`)
  })
})
