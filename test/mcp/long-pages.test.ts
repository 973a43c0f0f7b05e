import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { CLIENTS } from './support/clients.ts'

/** Pages much longer than the context of a conversation allows. */

const MEGABYTE = 1_048_576
const MAX_CHARACTERS = 32_000

const paragraph = (index: number) =>
  `<p>The part ${index} is described here in a sentence that is long enough to be read.</p>`
const section = (index: number) =>
  index % 100 ? paragraph(index) : `<h2>Section ${index} of a very long document</h2>${paragraph(index)}`
const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => section(index)).join('')

let winnow: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  const script = `<script>var state = "${'x'.repeat(12 * MEGABYTE)}"</script>`
  const heavy = { body: `${script}<article>${paragraphs(1_500)}</article>` }
  for (const at of Object.keys(CLIENTS).keys()) site.on(`/heavy/${at}`, heavy)
  const count = Math.ceil((12 * MEGABYTE) / paragraph(0).length)
  site.on('/long', { body: `<article>${paragraphs(count)}</article>` })
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await winnow.stop()
  await site.close()
})

const balance = async () => (await winnow.call('/v1/credits')).json.creditBalance

describe('reading a page of 12 MB', () => {
  for (const [at, [title, open]] of Object.entries(CLIENTS).entries())
    test(`gives parts of at most 8,000 tokens, up to the end, for one credit (${title})`, async t => {
      const client = await open({ url: `${winnow.url}/mcp`, headers: { 'x-api-key': winnow.key } })
      const had = await balance()
      const texts: string[] = []
      let calls = 0
      for (let from: number | null = 0; from !== null; calls++) {
        const { content, structuredContent } = await client.call('page_read', {
          url: `${site.url}/heavy/${at}`,
          from,
        })
        assert.ok(content[0]!.text!.length <= MAX_CHARACTERS, String(content[0]!.text!.length))
        texts.push(...structuredContent.markdown.match(/part \d+/g))
        from = structuredContent.next
      }
      t.diagnostic(`${calls} calls`)
      assert.deepEqual(
        texts,
        Array.from({ length: 1_500 }, (_, index) => `part ${index}`),
      )
      assert.equal(had - (await balance()), 1)
      await client.close()
    })

  test('that is all text with hundreds of headings gives at most 8,000 tokens, including the notes about what was cut', async () => {
    const open = CLIENTS['today’s client, without a handshake']
    const client = await open({ url: `${winnow.url}/mcp`, headers: { 'x-api-key': winnow.key } })
    const { content, structuredContent } = await client.call('page_read', { url: `${site.url}/long` })
    assert.ok(content[0]!.text!.length <= MAX_CHARACTERS, String(content[0]!.text!.length))
    assert.deepEqual(
      structuredContent.truncated.map(({ path, total }: { path: string; total: number }) => [path, total]),
      [['outline', 500]],
    )
    await client.close()
  })
})
