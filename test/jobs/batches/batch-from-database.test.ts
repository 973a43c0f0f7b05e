import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDatabase, type TestDatabase } from '../../databases/support/database.ts'
import { startJobSite } from '../support/job-site.ts'

let links: TestDatabase

// Nothing listens on this port, so an API cannot reach anything.
const jobs = startJobSite({ videosite_url: 'http://127.0.0.1:9' }, async ({ service, site }) => {
  links = await makeDatabase(service, {
    columns: [
      { name: 'link', type: 'string' },
      { name: 'shelf', type: 'integer' },
      { name: 'tags', type: 'json' },
    ],
    write_mode: 'append',
  })
  await links.write(
    { link: `${site.url}/page`, shelf: 1 },
    { link: `${site.url}/page?2`, shelf: 1 },
    { link: null, shelf: 2 },
    { link: `${site.url}/page`, shelf: 2 },
  )
})

const make = (from: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  jobs.service.call('/v1/batches', {
    json: { target: { parser_id: jobs.parser }, items_from: { database_id: links.id, ...from }, ...more },
  })
const itemsOf = async (id: string) => (await jobs.service.call(`/v1/batches/${id}/items`)).json.data

describe('a batch from a database column', () => {
  test('creates an item for each row with a value, with the row’s id as `custom_id`, and rejects rows without one', async () => {
    const created = await make({ column: 'link' })
    assert.equal(created.status, 202, created.text)
    assert.deepEqual([created.json.accepted, created.json.credits_reserved], [3, 3])
    assert.deepEqual(created.json.rejected, [{ index: 2, field: 'input.url', error: '`url` is missing.' }])
    const batch = await jobs.batchEnded(created.json.id)
    assert.equal(batch.counts.completed, 3)
    const rows = (await links.call('/rows')).json.data.reverse()
    assert.deepEqual(
      (await itemsOf(batch.id)).map((item: { custom_id: string; input: unknown }) => [
        item.custom_id,
        item.input,
      ]),
      [0, 1, 3].map(at => [rows[at].id, { url: rows[at].data.link }]),
    )
  })

  test('takes only matching rows, up to the limit, and skips repeated inputs', async () => {
    const filtered = await make({ column: 'link', filter: { shelf: 1 }, limit: 1 })
    assert.deepEqual(
      [filtered.json.accepted, (await itemsOf(filtered.json.id))[0].input.url],
      [1, `${jobs.site.url}/page`],
    )
    const deduped = await make({ column: 'link' }, { dedupe: true })
    assert.deepEqual([deduped.json.accepted, deduped.json.skipped], [2, 1])
  })

  test('respects its budget and the credits of the account', async () => {
    const created = await make({ column: 'link' }, { max_credits: 1, allow_partial: true })
    assert.equal(created.json.credits_reserved, 1)
    const { available } = await jobs.credits()
    await jobs.service.admin('/admin/credits', { credits: -available })
    assert.equal((await make({ column: 'link' })).status, 402)
    await jobs.service.admin('/admin/credits', { credits: available })
  })

  test('fills the main input field of an API', async () => {
    const target = { api_id: 'videosite-channel' }
    const created = await make({ column: 'shelf', filter: { shelf: 1 } }, { target })
    assert.equal(created.status, 202, created.text)
    const [item] = await itemsOf(created.json.id)
    assert.deepEqual(Object.values(item.input), ['1'])
    await jobs.service.call(`/v1/batches/${created.json.id}/cancel`, { method: 'POST' })
  })

  const REFUSED: [string, Record<string, unknown>, string][] = [
    ['names no column of it', { column: 'price' }, 'items_from.column'],
    ['names no field of the input', { column: 'link', field: 'zz' }, 'items_from.field'],
    ['names a column of JSON', { column: 'tags' }, 'items_from.column'],
    ['has a condition that does not fit', { column: 'link', filter: { price: 1 } }, 'items_from.price'],
    ['fits no row', { column: 'link', filter: { shelf: 9 } }, 'items_from'],
    ['has a field too many', { column: 'link', sort: 'link' }, 'items_from.sort'],
  ]
  for (const [what, from, field] of REFUSED)
    test(`is refused when it ${what}`, async () => {
      const answer = await make(from)
      assert.deepEqual([answer.status, answer.json.field], [400, field], answer.text)
    })

  test('is refused together with items, and for a database that does not exist', async () => {
    const both = await make({ column: 'link' }, { items: [{}] })
    assert.deepEqual([both.status, both.json.field], [400, 'items'])
    assert.equal((await make({ column: 'link', database_id: 'db_none' })).status, 404)
  })

  test('can be previewed before it is created', async () => {
    const before = (await jobs.service.call('/v1/batches?limit=1')).json.data
    const { json } = await jobs.service.admin('/admin/batches/preview/column', {
      target: { parser_id: jobs.parser },
      items_from: { database_id: links.id, column: 'link' },
      dedupe: true,
    })
    assert.deepEqual([json.accepted, json.skipped, json.rejected_total, json.credits], [2, 1, 1, 2])
    assert.deepEqual((await jobs.service.call('/v1/batches?limit=1')).json.data, before)
  })
})
