import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite()

const upload = (text: string) => {
  const form = new FormData()
  form.append('parser_id', jobs.parser)
  form.append('items', new Blob([text]), 'items')
  return jobs.service.call('/v1/batches/upload', { body: form })
}

describe('a file of batch items', () => {
  for (const text of ['url,custom_id\n', '\ufeff', '\n\n', '[]', ' \n'])
    test(`that contains only ${JSON.stringify(text)} is refused because it has no items`, async () => {
      const { status, json } = await upload(text)
      assert.deepEqual([status, json.field, json.error], [400, 'items', 'The file holds no item.'])
      assert.ok(json.hint)
    })

  test('has rows with more cells than its header rejected, with a hint to quote commas', async () => {
    const page = `${jobs.site.url}/page`
    const created = await upload(
      `url,custom_id\n${page}?a=1,2,first\n"${page}?a=1,2",second\n${page},third,,\n${page}\n`,
    )
    assert.equal(created.status, 202, created.text)
    assert.deepEqual(created.json.rejected, [
      { index: 0, error: 'The row has more cells than the header: quote values with commas.' },
    ])
    const items = (await jobs.service.call(`/v1/batches/${created.json.id}/items`)).json.data
    assert.deepEqual(
      items.map(({ input, custom_id }: { input: { url: string }; custom_id: string }) => [
        input.url,
        custom_id,
      ]),
      [
        [`${page}?a=1,2`, 'second'],
        [page, 'third'],
        [page, null],
      ],
    )
  })

  for (const end of ['\r', '\n', '\r\n'])
    test(`may be a list of URLs whose lines end with ${JSON.stringify(end)}`, async () => {
      const page = `${jobs.site.url}/page`
      const created = await upload(`${page}?a${end}${page}?b${end}`)
      assert.deepEqual([created.status, created.json?.accepted], [202, 2], created.text)
    })

  test('that begins with an address with a comma is refused with what to write before it', async () => {
    const page = `${jobs.site.url}/page`
    const { status, json } = await upload(`${page}?a=1,2\n${page}?b\n`)
    assert.deepEqual(
      [status, json.field, json.error],
      [400, 'items', 'The first line of the file is an address with a comma, not the names of columns.'],
    )
    assert.match(json.hint, /begin with the line `url` and put each address in quotes/)
    const quoted = await upload(`url\n"${page}?a=1,2"\n"${page}?b"\n`)
    assert.deepEqual([quoted.status, quoted.json?.accepted], [202, 2], quoted.text)
  })

  test('is refused when an object spans several lines, with a hint to put it on one line', async () => {
    const { status, json } = await upload(`{\n  "url": "${jobs.site.url}/page"\n}\n`)
    assert.deepEqual(
      [status, json.error],
      [400, 'No item can be run. The first: This line is not valid JSON.'],
    )
    assert.match(json.hint, /as an object on one line/)
  })

  for (const [flaw, rest] of [
    ['an item', ',{url:1}]'],
    ['a comma after the last one', ',]'],
  ])
    test(`is refused for ${flaw} in a list that is not valid JSON, with its number`, async () => {
      const { status, json } = await upload(`[{"url": "${jobs.site.url}/page"}${rest}`)
      assert.deepEqual(
        [status, json.error, json.field],
        [400, 'Item 2 of the list is not valid JSON.', 'items'],
      )
      assert.match(json.hint, /no comma at the end/)
    })

  test('is refused when a list is cut off', async () => {
    const { status, json } = await upload(`[{"url": "${jobs.site.url}/page"}, {"url"`)
    assert.deepEqual(
      [status, json.error, json.field],
      [400, 'The list is not valid JSON: It does not end with ].', 'items'],
    )
  })
})
