import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect, type ToolClient } from './support/clients.ts'
import { type SamplePlatform, startSamplePlatform } from './support/sample-platform.ts'
import { startShopSite } from './support/shop-site.ts'

/**
 * What people ask an assistant, each answered with the default tools. The steps are those of an assistant that has
 * read only the list of tools.
 */

let winnow: TestApp
let site: LocalSite
let platform: SamplePlatform
let client: ToolClient
let tools: string[]

before(async () => {
  site = await startShopSite()
  platform = await startSamplePlatform()
  const { url } = platform
  const urls = { photosocial_url: url, shortvideo_url: url, videosite_url: url, realty_url: url }
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'], ...urls })
  client = await connect(winnow.url, winnow.key)
  tools = (await client.tools()).map(({ name }) => name)
})
after(async () => {
  await client.close()
  await winnow.stop()
  await Promise.all([site.close(), platform.close()])
})

const used = new Set<string>()

/** Calls one of the default tools and returns its result; an error fails the test. */
async function ask(tool: string, args: Record<string, unknown> = {}) {
  assert.ok(tools.includes(tool), `${tool} is not there by default`)
  used.add(tool)
  const { isError, content, structuredContent } = await client.call(tool, args)
  assert.ok(!isError, content[0]!.text)
  return structuredContent
}

const page = (path: string) => site.url + path
const balance = async () => (await ask('credits')).creditBalance

const PRODUCT = { title: 'h1', price: { css: '.price', type: 'price' } }

/** Requests in plain words, and the steps that answer them. */
const REQUESTS: Record<string, () => Promise<void>> = {
  'What is this page about?': async () => {
    const { title, markdown } = await ask('page_read', { url: page('/guide') })
    assert.equal(title, 'How to descale a kettle')
    assert.match(markdown, /^Hard water leaves chalk|Hard water leaves chalk/)
  },
  'What does this page say about descaling?': async () => {
    const { markdown } = await ask('page_read', { url: page('/guide'), find: 'descaling' })
    assert.match(markdown, /one part of vinegar/)
    assert.doesNotMatch(markdown, /citric acid/)
  },
  'Who wrote this, and when?': async () => {
    const result = await ask('page_read', { url: page('/guide'), fields: ['author', 'published_at'] })
    assert.deepEqual(result, { author: 'Mara Lind', published_at: '2026-03-02' })
  },
  'When is the shop open on Sundays?': async () => {
    const { tables } = await ask('page_read', { url: page('/guide'), fields: ['tables'] })
    assert.deepEqual(tables[0].rows[1], ['Sunday', 'closed'])
  },
  'How does this long story end?': async () => {
    const url = page('/story')
    const { outline, next } = await ask('page_read', { url, max_tokens: 500 })
    assert.ok(next !== null)
    const before = await balance()
    const { markdown } = await ask('page_read', { url, from: outline.at(-1).from })
    assert.match(markdown, /And so the kettle sang\./)
    assert.equal(await balance(), before, 'reading on is free')
  },
  'List all links to PDFs on this page.': async () => {
    const { links } = await ask('page_links', { url: page('/downloads'), links_matching: '\\.pdf$' })
    assert.deepEqual(
      links.map(({ url }: { url: string }) => url),
      [page('/kettle.pdf'), page('/pot.pdf')],
    )
  },
  'Give me name and price of each product here as a table.': async () => {
    const fields = { name: 'b', price: { css: 'i', type: 'price' } }
    const schema = { fields: { products: { css: '.item', all: true, fields } } }
    const { data, nulls } = await ask('page_extract', { url: page('/shop'), schema })
    assert.deepEqual(
      data.products.map(({ name, price }: { name: string; price: object }) => [name, price]),
      [
        ['Kettle', { amount: 24.5, currency: 'EUR' }],
        ['Pot', { amount: 9, currency: 'EUR' }],
        ['Cup', { amount: 4.2, currency: 'EUR' }],
      ],
    )
    assert.deepEqual(nulls, [])
  },
  'Make a parser for these product pages, test it on two, save it, run it on a third.': async () => {
    const { id } = await ask('parser_create', { name: 'Draft', status: 'draft', schema: { fields: PRODUCT } })
    for (const path of ['/p/kettle', '/p/pot'])
      assert.ok((await ask('parser_test', { id, url: page(path) })).data.price.amount > 0)
    const updated = await ask('parser_update', { id, name: 'Products', status: 'active' })
    assert.deepEqual([updated.version, updated.status, updated.name], [2, 'active', 'Products'])
    const run = await ask('parser_scrape_url', { parserId: id, url: page('/p/samovar') })
    assert.deepEqual(run, { title: 'Samovar', price: null })
  },
  'Why is the price null on this page?': async () => {
    const { data } = await ask('parser_list')
    const { id } = data.find(({ name }: { name: string }) => name === 'Products')
    const { nulls } = await ask('parser_test', { id, url: page('/p/samovar') })
    assert.deepEqual([nulls.length, nulls[0].field], [1, 'price'])
    assert.match(nulls[0].reason, /\w+/)
  },
  'Mend the parser so that it finds that price too.': async () => {
    const { data } = await ask('parser_list', { fields: ['data.id', 'data.name', 'data.schema'] })
    const { id, schema } = data.find(({ name }: { name: string }) => name === 'Products')
    const price = { any: ['.price', '.offer'], type: 'price' }
    const mended = { fields: { ...schema.fields, price } }
    const trial = await ask('parser_test', { id, url: page('/p/samovar'), schema: mended })
    assert.deepEqual(trial.nulls, [])
    assert.equal((await ask('parser_update', { id, schema: mended })).name, 'Products')
    const run = await ask('parser_scrape_url', { parserId: id, url: page('/p/samovar') })
    assert.deepEqual(run.price, { amount: 90, currency: 'EUR' })
  },
  'How is a schema for a list with an attribute written?': async () => {
    const { content } = await client.call('api_docs', { apiId: 'parser-language' })
    used.add('api_docs')
    assert.match(content[0]!.text!, /`all`.*`@name`|`@name`[\s\S]*`all`/)
  },
  'Who is @tidepoolstudio on photosocial, and how many followers?': async () => {
    platform.knows('photosocial-profile')
    const { identity, metrics } = await ask('photosocial_profile', { username: '@tidepoolstudio' })
    assert.deepEqual([identity.full_name, metrics.followers], ['Tidepool Studio', 128_402])
  },
  'Which of their latest posts had the most likes?': async () => {
    platform.knows('photosocial-posts')
    const { posts } = await ask('photosocial_posts', {
      username: 'tidepoolstudio',
      fields: ['posts.shortcode', 'posts.likes'],
    })
    assert.ok(posts.every(({ likes }: { likes: number }) => likes >= 0))
  },
  'Is that shortvideo creator verified, and how many likes do they have?': async () => {
    platform.knows('shortvideo-profile')
    const { identity, stats } = await ask('shortvideo_profile', { username: 'tidepool.studio' })
    assert.deepEqual([identity.verified, stats.heart_count], [true, 77_286_998])
  },
  'What do people say under this short video?': async () => {
    platform.knows('shortvideo-comments')
    const { comments } = await ask('shortvideo_comments', { video: '7600000000000000001', limit: 2 })
    assert.equal(comments[0].text, 'Is that a sea slug?')
  },
  'How many subscribers has this channel, and since when is it there?': async () => {
    platform.knows('videosite-channel')
    const fields = ['metrics.subscriber_count', 'about.joined_date']
    const { metrics, about } = await ask('videosite_channel', { handle: '@tidepoolstudio', fields })
    assert.equal(metrics.subscriber_count, 128_000)
    assert.match(about.joined_date, /Mar 4/)
  },
  'Transcript of this video, please.': async () => {
    platform.knows('videosite-transcript')
    const { full_text } = await ask('videosite_transcript', { video_id: 'tidepool_01' })
    assert.match(full_text, /^This is a tide pool/)
  },
  'When was this video published, and how often was it seen?': async () => {
    platform.knows('videosite-video')
    const { published_at, view_count } = await ask('videosite_video', { video_id: 'tidepool_01' })
    assert.deepEqual([published_at.slice(0, 10), view_count], ['2026-03-15', 48_211])
  },
  'What are the comments of this video about?': async () => {
    platform.knows('videosite-comments')
    const { comments } = await ask('videosite_comments', { video_id: 'tidepool_01' })
    assert.match(comments[0].text, /^That crab/)
  },
  'Is this listing still for sale, and what did it cost before?': async () => {
    platform.knows('realty-details')
    const url = '/homedetails/12-Tidepool-Ln/10000001_zpid/'
    const { price, price_history } = await ask('realty_details', { url, fields: ['price', 'price_history'] })
    assert.deepEqual([price, price_history[0].event], [685_000, 'Listed for sale'])
    assert.equal(price_history[1].price, 312_500)
  },
}

describe('the default tools suffice for', () => {
  let solved = 0
  for (const [request, solve] of Object.entries(REQUESTS))
    test(request, async () => {
      await solve()
      solved++
    })

  test('all twenty requests above', t => {
    t.diagnostic(`${solved} of ${Object.keys(REQUESTS).length} requests, with ${used.size} tools`)
    assert.deepEqual([solved, Object.keys(REQUESTS).length], [20, 20])
  })
})
