import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const sentence = (about: string) =>
  `The ${about} is described here in a sentence that is long enough to be read.`

const SECTIONS = ['Leaf', 'Drying', 'Brewing'].map(
  name => `<h2>${name}</h2><p>${sentence(name.toLowerCase())}</p><p>${sentence('second part')}</p>`,
)

const ARTICLE = `<!doctype html><html lang="en"><head><title>Tea | Example</title>
<meta property="og:title" content="How tea is made"><meta name="author" content="Ada Example">
<meta property="og:site_name" content="Example News"><meta name="description" content="From leaf to cup.">
<meta property="article:published_time" content="2026-03-02T10:00:00Z"><meta property="og:image" content="/tea.jpg">
</head><body><nav><a href="/">Home</a> <a href="/more">More</a></nav>
<article><h1>How tea is made</h1><p>Tea starts as a leaf, and <a href="farm?x=1">a farm</a> is where the leaf grows well.</p>
${SECTIONS.join('')}
<table><tr><th>Kind</th><th>Minutes</th></tr><tr><td>Green</td><td>2</td></tr><tr><td>Black</td><td>4</td></tr></table>
</article><footer>Copyright by the owners of this page, who keep all rights.</footer></body></html>`

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/tea', { body: ARTICLE })
  site.on('/empty', { body: '<nav><a href="/">Home</a></nav><script>var x = 1</script>' })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'], parse_timeout_ms: 60_000 })
})
after(async () => {
  await service.stop()
  await site.close()
})

const read = (json: object) => service.call('/v1/pages/read', { json })

function upload(html: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  body.append('html', new Blob([html], { type: 'text/html' }), 'page.html')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return service.call('/v1/pages/read', { body })
}

describe('reading a page', () => {
  test('gives its main text as Markdown, with its metadata, tables and outline', async () => {
    const url = `${site.url}/tea`
    const { status, json, headers } = await read({ url })
    assert.equal(status, 200, json.error)
    assert.deepEqual([json.url, json.final_url], [url, url])
    const { title, description, author, site: name, published_at, language, image } = json
    assert.deepEqual(
      { title, description, author, name, published_at, language, image },
      {
        title: 'How tea is made',
        description: 'From leaf to cup.',
        author: 'Ada Example',
        name: 'Example News',
        published_at: '2026-03-02T10:00:00Z',
        language: 'en',
        image: `${site.url}/tea.jpg`,
      },
    )
    assert.match(
      json.markdown,
      new RegExp(`^Tea starts as a leaf, and \\[a farm\\]\\(${site.url}/farm\\?x=1\\)`),
    )
    assert.match(json.markdown, /\| Kind \| Minutes \|\n\| --- \| --- \|\n\| Green \| 2 \|/)
    assert.doesNotMatch(json.markdown, /Home|Copyright/)
    assert.deepEqual([json.text, json.html, json.next], [null, null, null])
    assert.deepEqual(json.tables, [
      { caption: null, columns: ['Kind', 'Minutes'], rows: [['Green', '2'], ['Black', '4']] },
    ]) // biome-ignore format: a table
    assert.deepEqual(
      json.outline.map((entry: { text: string }) => entry.text),
      ['Leaf', 'Drying', 'Brewing'],
    )
    assert.deepEqual([headers.get('x-credits-used'), headers.get('x-source')], ['1', 'http'])
  })

  test('gives the text in parts, of which only the first costs a credit', async () => {
    const url = `${site.url}/tea`
    const { json: all } = await read({ url })
    const parts: string[] = []
    const credits: (string | null)[] = []
    const sources: (string | null)[] = []
    for (let from: number | null = 0; from !== null; ) {
      const { json, headers } = await read({ url, from, max_tokens: 60 })
      assert.ok(json.tokens <= 60)
      parts.push(json.markdown)
      credits.push(headers.get('x-credits-used'))
      sources.push(headers.get('x-source'))
      from = json.next
    }
    assert.ok(parts.length > 2)
    assert.equal(parts.join('\n\n'), all.markdown)
    assert.deepEqual([credits[0], ...new Set(credits.slice(1))], ['1', '0'])
    assert.deepEqual([sources[0], ...new Set(sources.slice(1))], ['http', 'cache'])
  })

  test('can start at a heading of the outline', async () => {
    const url = `${site.url}/tea`
    const { json } = await read({ url })
    const part = await read({ url, from: json.outline[1].from, max_tokens: 10 })
    assert.match(part.json.markdown, /^## Drying/)
  })

  test('with `find` gives only the sections that have all of the words, with their headings', async () => {
    const { json } = await read({ url: `${site.url}/tea`, find: 'DRYING described' })
    assert.match(json.markdown, /^## Drying\n\nThe drying is described/)
    assert.doesNotMatch(json.markdown, /Leaf|Brewing/)
    const none = await read({ url: `${site.url}/tea`, find: 'coffee' })
    assert.deepEqual([none.status, none.json.markdown, none.json.next], [200, '', null])
    assert.equal(json.empty_reason, null)
  })

  const empty: [wanted: object, reason: RegExp][] = [
    [{ find: 'coffee' }, /^No section has all of these words: "coffee"\. Try fewer words/],
    [{ from: 999 }, /^The text ends before block 999: the last one is \d+\. Use a smaller `from`/],
    [{ find: 'drying', from: 999 }, /^What was found ends before block 999/],
  ]
  for (const [wanted, reason] of empty)
    test(`says why there is no text, is free, and does not keep the page: ${JSON.stringify(wanted)}`, async () => {
      const json = { url: `${site.url}/tea?${Object.keys(wanted)}`, fetch: { max_age_s: 60 } }
      site.on(`/tea?${Object.keys(wanted)}`, { body: ARTICLE })
      const none = await read({ ...json, ...wanted })
      assert.match(none.json.empty_reason, reason)
      assert.deepEqual([none.json.markdown, none.headers.get('x-credits-used')], ['', '0'])
      assert.ok(none.json.outline.length > 0)
      assert.equal((await read(json)).headers.get('x-credits-used'), '1')
    })

  test('gives no `empty_reason` when there is text', async () => {
    const { json } = await read({ url: `${site.url}/tea`, find: 'drying' })
    assert.equal(json.empty_reason, null)
  })

  test('gives text or HTML when the call asks for it', async () => {
    const text = (await read({ url: `${site.url}/tea`, format: 'text' })).json
    assert.match(text.text, /^Tea starts as a leaf, and a farm is where/)
    assert.match(text.text, /Green\t2/)
    const html = (await read({ url: `${site.url}/tea`, format: 'html' })).json
    assert.match(html.html, /<h2>Drying<\/h2>/)
    assert.equal(html.markdown, null)
  })

  test('lists the links of the main text or of the whole page, filtered by a pattern', async () => {
    const url = `${site.url}/tea`
    const farm = { url: `${site.url}/farm?x=1`, text: 'a farm' }
    assert.deepEqual((await read({ url })).json.links, [])
    assert.deepEqual((await read({ url, links: 'main' })).json.links, [farm])
    const all = (await read({ url, links: 'all' })).json.links
    assert.deepEqual(
      all.map((link: { text: string }) => link.text),
      ['Home', 'More', 'a farm'],
    )
    const some = (await read({ url, links: 'all', links_matching: 'x=\\d$' })).json.links
    assert.deepEqual(some, [farm])
  })

  test('with `content: all` includes what is outside the main text', async () => {
    const { json } = await read({ url: `${site.url}/tea`, content: 'all' })
    assert.match(json.markdown, /Home/)
    assert.match(json.markdown, /# How tea is made/)
  })

  test('works with an uploaded page, whose links are resolved against the address that the call gives', async () => {
    const { status, json, headers } = await upload(ARTICLE, {
      url: 'https://tea.example/a/',
      max_tokens: '40',
    })
    assert.equal(status, 200, json.error)
    assert.match(json.markdown, /https:\/\/tea\.example\/a\/farm\?x=1/)
    assert.deepEqual([headers.get('x-credits-used'), headers.get('x-source')], ['1', 'upload'])
    const more = await upload(ARTICLE, { from: String(json.next), max_tokens: '40' })
    assert.equal(more.headers.get('x-credits-used'), '0')
    const other = await upload(`${ARTICLE}<!-- -->`, { from: '2' })
    assert.equal(other.headers.get('x-credits-used'), '1', 'was not read before')
  })

  test('works with a feed', async () => {
    const { status, json } = await upload(
      '<?xml version="1.0"?><rss><channel><item><title>T</title><link>http://e.example/i1</link></item></channel></rss>',
    )
    assert.deepEqual([status, json.markdown], [200, '## [T](http://e.example/i1)'], json.error)
  })

  test('is free when the page may come from the cache', async () => {
    const json = { url: `${site.url}/tea?cached`, fetch: { max_age_s: 60 } }
    site.on('/tea?cached', { body: ARTICLE })
    assert.equal((await read(json)).headers.get('x-credits-used'), '1')
    const again = await read(json)
    assert.deepEqual([again.headers.get('x-credits-used'), again.headers.get('x-source')], ['0', 'cache'])
  })
})

describe('reading a page of 12 MB', () => {
  const MEGABYTE = 1_048_576
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, index) => `<p>${sentence(`part ${index}`)}</p>`).join('')

  test('with much markup and little text gives parts of 8,000 tokens up to the end, of which only the first costs a credit', async () => {
    const text = paragraphs(2_000)
    const script = `<script>var state = "${'x'.repeat(12 * MEGABYTE)}"</script>`
    site.on('/heavy', { body: `<title>Heavy</title>${script}<article>${text}</article>` })
    const credits: (string | null)[] = []
    let words = ''
    for (let from: number | null = 0; from !== null; ) {
      const { json, headers } = await read({ url: `${site.url}/heavy`, from, format: 'text' })
      assert.ok(json.tokens <= 8_000, String(json.tokens))
      credits.push(headers.get('x-credits-used'))
      words += `${json.text}\n\n`
      from = json.next
    }
    assert.ok(credits.length > 4)
    assert.deepEqual([credits[0], ...new Set(credits.slice(1))], ['1', '0'])
    assert.deepEqual(
      words.match(/part \d+/g),
      Array.from({ length: 2_000 }, (_, index) => `part ${index}`),
    )
    assert.equal(site.requests.filter(({ path }) => path === '/heavy').length, 1)
  })

  test('that is all text gives at most 8,000 tokens, and reading its end is free', async () => {
    const count = Math.ceil((12 * MEGABYTE) / paragraphs(1).length)
    site.on('/long', { body: `<article>${paragraphs(count)}</article>` })
    const first = await read({ url: `${site.url}/long` })
    assert.ok(first.json.tokens <= 8_000 && first.json.next > 0, first.json.error)
    const last = await read({ url: `${site.url}/long`, from: count - 1 })
    assert.deepEqual([last.json.next, last.headers.get('x-credits-used')], [null, '0'])
    assert.match(last.json.markdown, new RegExp(`part ${count - 1} `))
  })
})

describe('reading a hostile page', () => {
  const pages: [what: string, page: string][] = [
    ['deeper than the stack', `${'<div><b>'.repeat(50_000)}a word`],
    ['of one list without end', `<ul>${'<li>item'.repeat(100_000)}`],
    ['of headings alone', '<h1>heading</h1>'.repeat(30_000)],
    ['of links in one another', '<a href="/x">x<p>'.repeat(30_000)],
  ]
  for (const [what, page] of pages)
    for (const format of ['markdown', 'text', 'html'])
      test(`${what} as ${format} succeeds and stays within the limits`, async () => {
        const { status, json } = await upload(page, { format, links: 'all', content: 'all' })
        assert.equal(status, 200, json.error)
        assert.ok(json[format].length < 200_000)
        assert.ok(json.outline.length <= 500 && json.links.length <= 1_000)
      })

  test('that takes too long ends with 422, is free, and does not hold up the next page', async t => {
    const impatientService = await startTestApp()
    impatientService.app.settings.change('parse_timeout_ms', 100)
    t.after(() => impatientService.stop())
    const body = new FormData()
    body.append(
      'html',
      new Blob([`<article>${'<p>a sentence of words<b>b</b></p>'.repeat(400_000)}</article>`]),
    )
    const slow = await impatientService.call('/v1/pages/read', { body })
    assert.deepEqual([slow.status, slow.headers.get('x-credits-used')], [422, '0'], slow.text)
    assert.match(slow.json.hint, /parse_timeout_ms/)
    impatientService.app.settings.change('parse_timeout_ms', undefined)
    const next = new FormData()
    next.append('html', new Blob([ARTICLE]))
    assert.equal((await impatientService.call('/v1/pages/read', { body: next })).status, 200)
  })
})

describe('a call that reads a page', () => {
  test('is free when the page cannot be fetched or has no text', async () => {
    const had = (await service.call('/v1/credits')).json.creditBalance
    const empty = await upload('<script>1</script>')
    assert.deepEqual([empty.status, empty.json.detail], [422, 'extraction_failed'])
    assert.match(empty.json.hint, /save it in your browser.*`content: all`/)
    site.on('/shell', { body: '<title>Shell</title><div id=root></div><script>1</script>' })
    const fetched = await read({ url: `${site.url}/shell`, content: 'all' })
    assert.equal(fetched.json.hint, 'If scripts fill the page, set `fetch.mode` to `browser`.')
    const frames = await upload('<frameset><frame src="/menu"><frame src="http://a.example/b">')
    assert.match(frames.json.hint, /^It shows other pages in frames\..* http:\/\/a\.example\/b$/)
    assert.notEqual((await read({ url: `${site.url}/missing` })).status, 200)
    assert.equal((await read({ url: 'http://10.0.0.1/' })).json.detail, 'target_forbidden')
    assert.equal((await service.call('/v1/credits')).json.creditBalance, had)
  })

  const refused: [what: object, field: string][] = [
    [{}, 'url'],
    [{ url: 'https://a.example', max_tokens: 0 }, 'max_tokens'],
    [{ url: 'https://a.example', from: -1 }, 'from'],
    [{ url: 'https://a.example', find: ' ' }, 'find'],
    [{ url: 'https://a.example', links_matching: '(' }, 'links_matching'],
    [{ url: 'https://a.example', links_matching: 'a'.repeat(2_000) }, 'links_matching'],
    [{ html: '<p>text</p>' }, 'html'],
    [{ url: 'https://a.example', fetch: { wait_for: 'p' } }, 'fetch.wait_for'],
  ]
  for (const [json, field] of refused)
    test(`is refused with the name of the field at fault: ${JSON.stringify(json).slice(0, 60)}`, async () => {
      const answer = await read(json)
      assert.deepEqual([answer.status, answer.json.field], [400, field])
      assert.ok(answer.json.hint)
    })
})
