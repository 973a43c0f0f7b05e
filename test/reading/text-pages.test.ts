import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReadOptions } from '../../server/reading/read-options.ts'
import { readPageLinks } from '../../server/threads/read-page-links.ts'
import { readTextPage } from '../../server/threads/read-text-page.ts'

const OPTIONS: ReadOptions = {
  content: 'main',
  format: 'markdown',
  maxTokens: 8_000,
  from: 0,
  find: undefined,
  links: 'none',
  linksMatching: undefined,
}

const read = (text: string, contentType: string, options: Partial<ReadOptions> = {}, url?: string) =>
  readTextPage({
    kind: 'read',
    bytes: new TextEncoder().encode(text),
    contentType,
    url,
    options: { ...OPTIONS, ...options },
    owner: { account: '', caller: '' },
  })

test('a page whose text and links are in declared shadow trees is read as browsers show it', async () => {
  const page =
    '<x-a><template shadowrootmode="open"><h1>Tea</h1><p>See <a href="/b">b</a>.</template></x-a><template>no</template>'
  const { title, text } = await read(page, 'text/html', { content: 'all' }, 'https://tea.example/')
  assert.deepEqual([title, text], ['Tea', '# Tea\n\nSee [b](https://tea.example/b).'])
  const { links } = await readPageLinks({
    kind: 'links',
    bytes: new TextEncoder().encode(page),
    contentType: 'text/html',
    url: 'https://tea.example/',
    options: { content: 'all', linksMatching: undefined, host: undefined },
    owner: { account: '', caller: '' },
  })
  assert.deepEqual(
    links.map(({ url }) => url),
    ['https://tea.example/b'],
  )
})

describe('a page that is not HTML', () => {
  const pages: [type: string, page: string, text: string][] = [
    ['text/plain', 'a < b\n  *c*\n', '```\na < b\n  *c*\n```'],
    ['application/json; charset=utf-8', '{"a": [1, 2]}', '```json\n{"a": [1, 2]}\n```'],
    ['application/problem+json', '{}', '```json\n{}\n```'],
    ['text/html', '{"a": 1}', '```json\n{"a": 1}\n```'],
    ['text/csv', 'a,b\n1,2', '```csv\na,b\n1,2\n```'],
    ['application/x-yaml', 'a: 1', '```yaml\na: 1\n```'],
    ['text/javascript', 'let a = 1 < 2', '```javascript\nlet a = 1 < 2\n```'],
    ['text/plain', '<!doctype html><p>A page.</p>', 'A page.'],
    ['application/json', '<!doctype html><p>A page.</p>', 'A page.'],
    ['text/javascript', ' <html><p>A page.</p></html>', 'A page.'],
    ['text/markdown', 'Some *text*.\n\n* item\n', 'Some *text*.\n\n- item'],
  ]
  for (const [type, page, text] of pages)
    test(`is read as it stands: ${type}, ${JSON.stringify(page)}`, async () => {
      assert.equal((await read(page, type)).text, text)
    })

  test('in Markdown has an outline, links and tables', async () => {
    const page = '# Tea\n\nBy [Ada](/ada).\n\n## Kinds\n\n| a | b |\n| - | - |\n| 1 | 2 |\n'
    const found = await read(page, 'text/plain', { links: 'all' }, 'https://tea.example/README.md')
    assert.equal(found.title, 'Tea')
    assert.deepEqual(
      found.outline.map(({ text, level }) => [text, level]),
      [
        ['Tea', 1],
        ['Kinds', 2],
      ],
    )
    assert.deepEqual(found.links, [{ url: 'https://tea.example/ada', text: 'Ada' }])
    assert.deepEqual(found.tables[0]!.rows, [['1', '2']])
  })

  test('in Markdown has its facts from the front matter, which is left out of its text', async () => {
    const page =
      '---\ntitle: "Tea: a guide"\nauthor: Ada Keller # or so\ndate: 2026-03-05\ntags:\n  - tea\n---\n\nSome *text*.\n'
    const { text, title, author, published_at, outline } = await read(page, 'text/markdown')
    assert.deepEqual(
      { text, title, author, published_at, outline },
      {
        text: 'Some *text*.',
        title: 'Tea: a guide',
        author: 'Ada Keller',
        published_at: '2026-03-05',
        outline: [],
      },
    )
  })

  test('in Markdown has the title of its front matter, not that of its first heading', async () => {
    const { title, text } = await read('---\ntitle: Tea\n---\n# Chapter 1\n\nSome text.\n', 'text/markdown')
    assert.deepEqual([title, text], ['Tea', '# Chapter 1\n\nSome text.'])
  })

  for (const page of ['---\n\nText\n\n---\n', '---\nNo pair\n---\n', '---\ntitle: Tea\n'])
    test(`in Markdown has no front matter: ${JSON.stringify(page)}`, async () => {
      assert.match((await read(page, 'text/markdown')).text, /Text|No pair|title: Tea/)
    })

  test('in Markdown keeps its footnotes and task boxes', async () => {
    const page =
      'Tea[^a] is old[^2], and more[^3] [^4](/b).\n\n- [ ] buy\n- [x] boil\n\n[^a]: A *leaf*,\n    dried.\n[^2]: Very.\n\n`x[^a]`\n'
    const { text } = await read(page, 'text/markdown', {}, 'https://tea.example/a')
    assert.equal(
      text,
      'Tea[^1] is old[^2], and more\\[^3] [^4](https://tea.example/b).\n\n- ☐ buy\n- ☑ boil\n\n`x[^a]`\n\n[^1]: A *leaf*, dried.\n\n[^2]: Very.',
    )
  })

  test('in Markdown has its links listed', async () => {
    const task = { bytes: new TextEncoder().encode('By [Ada](/ada).'), contentType: 'text/markdown' }
    const options = { content: 'all', linksMatching: undefined, host: undefined } as const
    const url = 'https://tea.example/a'
    const owner = { account: '', caller: '' }
    const { links } = await readPageLinks({ kind: 'links', ...task, url, options, owner })
    assert.deepEqual(links, [{ url: 'https://tea.example/ada', text: 'Ada', lastmod: null }])
  })

  test('separates the alternative texts of images from other words', async () => {
    const page = '<p>a<a href="/x"><img src="/y.png" alt="b"></a>c <img src="/z.png" alt="d">.</p>'
    assert.equal((await read(page, 'text/html', { content: 'all', format: 'text' })).text, 'a b c d.')
  })

  test('is split into parts, even within one long line, but never within a character', async () => {
    const jsonLine = `["${'😀 word '.repeat(40_000)}"]`
    const parts: string[] = []
    for (let from: number | null = 0; from !== null; ) {
      const part = await read(jsonLine, 'application/json', { from, format: 'text' })
      assert.ok(part.tokens <= 16_000)
      parts.push(part.text)
      from = part.next
    }
    assert.ok(parts.length > 5)
    assert.ok(parts.every(part => part.isWellFormed()))
    assert.equal(parts.join('').replaceAll('\n', ''), jsonLine)
  })

  test('fails as `extraction_failed` when it is empty, and stays bounded when it is hostile', async () => {
    await assert.rejects(() => read(' \n', 'text/plain'), { code: 'extraction_failed' })
    for (const page of ['['.repeat(1_000_000), '{"a":'.repeat(200_000)])
      assert.ok((await read(page, 'application/json')).text.length < 20_000)
    assert.equal((await read(`a${' '.repeat(1_000_000)}b `, 'text/plain')).words, 2)
    for (const page of [
      '>'.repeat(5_000),
      '* '.repeat(2_000),
      '*a **b'.repeat(1_500),
      '[a](b'.repeat(20_000),
    ])
      assert.ok((await read(page, 'text/markdown')).text.length > 0)
  })
})
