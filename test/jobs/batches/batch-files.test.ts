import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite()

const upload = (text: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  form.append('items', new Blob([text]), 'items')
  for (const [name, value] of Object.entries({ parser_id: jobs.parser, ...fields })) form.append(name, value)
  return jobs.service.call('/v1/batches/upload', { body: form })
}

describe('a file of batch items', () => {
  const forms: Record<string, (a: string, b: string) => string> = {
    'CSV with a header': (a, b) => `url,custom_id\r\n${a},one\r\n"${b}",two\r\n`,
    'a JSON object a line': (a, b) =>
      `${JSON.stringify({ custom_id: 'one', input: { url: a } })}\n\n${JSON.stringify({ custom_id: 'two', url: b })}\n`,
    'a list of JSON': (a, b) =>
      JSON.stringify([
        { custom_id: 'one', url: a },
        { custom_id: 'two', input: { url: b } },
      ]),
  }
  for (const [name, write] of Object.entries(forms))
    test(`may be ${name}`, async () => {
      const created = await upload(
        write(`${jobs.site.url}/page?a,b`.replace(',', '%2C'), `${jobs.site.url}/page`),
      )
      assert.deepEqual([created.status, created.json?.accepted], [202, 2], created.text)
      assert.equal(created.headers.get('location'), `/v1/batches/${created.json.id}`)
      const items = (await jobs.service.call(`/v1/batches/${created.json.id}/items`)).json.data
      assert.deepEqual(
        items.map(({ custom_id, input }: { custom_id: string; input: unknown }) => [custom_id, input]),
        [
          ['one', { url: `${jobs.site.url}/page?a%2Cb` }],
          ['two', { url: `${jobs.site.url}/page` }],
        ],
      )
    })

  test('is accepted without its invalid lines, which are reported', async () => {
    const created = await upload(`{"url": "${jobs.site.url}/page"}\n{"url": \n{"nothing": 1}\n`)
    assert.deepEqual(
      [created.json.accepted, created.json.rejected.map(({ index }: { index: number }) => index)],
      [1, [1, 2]],
    )
  })

  test('may consist of one URL per line, even if URLs contain commas', async () => {
    const created = await upload(`${jobs.site.url}/page\n\n${jobs.site.url}/page?a,b"\r\n`)
    assert.deepEqual([created.status, created.json?.accepted], [202, 2], created.text)
    const items = (await jobs.service.call(`/v1/batches/${created.json.id}/items`)).json.data
    assert.deepEqual(
      items.map(({ input }: { input: { url: string } }) => input.url),
      [`${jobs.site.url}/page`, `${jobs.site.url}/page?a,b"`],
    )
  })

  test('has its columns renamed or ignored according to the mapping', async () => {
    const mapping = JSON.stringify({ Website: 'url', ID: 'custom_id', note: null })
    const created = await upload(`Website,ID,note\n${jobs.site.url}/page,one,kettle\n`, { mapping })
    assert.deepEqual([created.status, created.json?.accepted], [202, 1], created.text)
    const [item] = (await jobs.service.call(`/v1/batches/${created.json.id}/items`)).json.data
    assert.deepEqual([item.custom_id, item.input], ['one', { url: `${jobs.site.url}/page` }])
    const lines = await upload(`{"Website": "${jobs.site.url}/page", "note": 1}`, {
      mapping: '{"Website":"url","note":null}',
    })
    assert.deepEqual([lines.status, lines.json?.accepted], [202, 1], lines.text)
  })

  test('with columns that are not item fields is refused with a hint on how to map them', async () => {
    const { status, json } = await upload(`url,note,tag\n${`${jobs.site.url}/page,a,b\n`.repeat(3)}`)
    assert.deepEqual([status, json.field], [400, 'items'])
    assert.equal(json.error, 'The file has columns that are not among the fields of an item: `note`, `tag`.')
    assert.match(json.hint, /There are: url, custom_id\..*\{"note":null\}/)
  })

  const WRONG: [mapping: unknown, field: string, message: RegExp][] = [
    [{ Website: 'link' }, 'mapping.Website', /`link` is not one of the fields of an item/],
    [{ a: 'url', b: 'url' }, 'mapping.b', /`a` is mapped to `url` too/],
    [{ nothing: null }, 'mapping.nothing', /no column `nothing`/],
    [{ url: 1 }, 'mapping.url', /name of a field, or null/],
    ['[', 'mapping', /must be an object/],
  ]
  for (const [mapping, field, message] of WRONG)
    test(`with the mapping ${JSON.stringify(mapping)} is refused`, async () => {
      const text = typeof mapping === 'string' ? mapping : JSON.stringify(mapping)
      const { status, json } = await upload('url,a,b\nhttps://shop.example/,1,2\n', { mapping: text })
      assert.deepEqual([status, json.field], [400, field])
      assert.match(json.error, message)
    })

  test('with too many items is refused', async () => {
    const created = await upload(`url\n${'http://a.test/\n'.repeat(10_001)}`)
    assert.deepEqual([created.status, created.json.field], [400, 'items'])
  })
})
