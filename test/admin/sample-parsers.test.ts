import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { page as pageUpload } from '../extraction/support/upload.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

interface Sample {
  name: string
  description: string
  synthetic: boolean
  schema: unknown
  page: { name: string; content_type: string; text: string }
}

let service: TestApp
let sample: Sample
before(async () => {
  service = await startTestApp()
  sample = (await service.admin('/admin/samples/parsers')).json.data[0]
})
after(() => service.stop())

/** Creates the sample parser as a user would. */
const create = async () => {
  const { name, description, schema } = sample
  const answer = await service.call('/v1/parsers', { json: { name, description, schema } })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.id as string
}

describe('the sample parser', () => {
  test('extracts the data of its sample page', async () => {
    const answer = await service.call(`/v1/parse/${await create()}`, pageUpload(sample.page.text))
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json, {
      title: 'Copper kettle',
      brand: 'Tidepool Kitchen',
      price: 79.5,
      currency: 'EUR',
      rating: 4.6,
      picture: 'https://shop.tidepool.example/pictures/kettle.jpg',
      tags: ['kitchen', 'copper', 'tea'],
      gift_wrap: true,
      engraving: 'none',
      weight: null,
      seller: { name: 'Mara Lind', link: '/sellers/mara-lind' },
      stock: [
        { town: 'Harbour', pieces: 12 },
        { town: 'Dunes', pieces: 0 },
      ],
      related: [
        { sku: 'K-201', title: 'Tea towel', link: '/products/tea-towel', price: 9, tags: ['linen'] },
        { sku: 'K-202', title: 'Cork trivet', link: '/products/trivet', price: null, tags: ['cork', 'table'] },
        { sku: 'K-203', title: 'Tea tin', link: '/products/tea-tin', price: 1024, tags: [] },
      ],
      source: 'sample',
    }) // biome-ignore format: a table
  })

  test('says why the weight is null', async () => {
    const id = await create()
    const { json } = await service.call(`/v1/parsers/${id}/test`, { json: { html: sample.page.text } })
    assert.deepEqual(
      json.nulls.find(({ field }: { field: string }) => field === 'weight'),
      { field: 'weight', rule: 'schema.fields.weight', reason: '"on request" holds no number' },
    )
  })

  test('is marked as invented, in the answer and in its page', () => {
    assert.equal(sample.synthetic, true)
    assert.match(sample.page.text, /Synthetic sample: an invented shop/)
  })
})

test('the sample page has a text with headings, links and a table', async () => {
  const { name, text, content_type, synthetic, url } = (await service.admin('/admin/samples/page')).json
  assert.equal(synthetic, true)
  const body = new FormData()
  body.append('html', new File([text], name, { type: content_type }))
  body.append('url', url)
  body.append('links', 'main')
  const { status, json } = await service.call('/v1/pages/read', { body })
  assert.equal(status, 200, json.error)
  assert.deepEqual([json.title, json.author, json.language], ['How tea is made', 'Mara Lind', 'en'])
  const [{ caption, rows }] = json.tables
  assert.deepEqual([caption, rows.length], ['Brewing times for a cup', 4])
  assert.deepEqual([json.outline.length, json.links.length], [4, 3])
  assert.equal(json.links[0].url, new URL('/garden/harbour-farm', url).href)
})
