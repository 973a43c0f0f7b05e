import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ShortNode, startRunSite, stepOf } from './support/run-site.ts'

const runs = startRunSite({}, ({ site }) => {
  site.on('/hook', { status: 204 })
})

describe('a workflow run', () => {
  test('writes rows to a database, and fails each item whose row does not fit', async () => {
    const { id: database } = (
      await runs.service.call('/v1/databases', {
        json: {
          name: 'Prices',
          columns: [
            { name: 'sku', type: 'string', nullable: false },
            { name: 'price', type: 'number' },
          ],
          primary_key: ['sku'],
        },
      })
    ).json
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['write', 'write_rows', { database_id: database }],
      ],
    })
    const list = [
      { sku: 'a', price: 1 },
      { sku: 'b', price: 'much' },
    ]
    const run = await runs.run(id, { list })
    assert.deepEqual(stepOf(run, 'write'), ['completed', 2, 1, 1, 0])
    const [refused] = await runs.items(run, 'write', '&state=failed')
    assert.deepEqual([refused.error.code, refused.error.field], ['invalid_input', 'price'])
    assert.match(refused.error.hint, /`row` of the node, or change the column/)
    const { data } = (await runs.service.call(`/v1/databases/${database}/rows`)).json
    assert.deepEqual(
      data.map((row: { data: unknown; source: { run_id: string } }) => [row.data, row.source.run_id]),
      [[list[0], run.id]],
    )
  })

  test('writes the other rows if an expression names a database that does not exist', async () => {
    const columns = [{ name: 'n', type: 'integer' }]
    const { id } = (await runs.service.call('/v1/databases', { json: { name: 'Named', columns } })).json
    const workflow = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['write', 'write_rows', { database_id: '{{ item.into }}', row: '{"n": item.n}' }],
      ],
    })
    const list = [id, 'db_none', id].map((into, n) => ({ into, n }))
    const run = await runs.run(workflow, { list })
    assert.deepEqual(stepOf(run, 'write'), ['completed', 3, 2, 1, 0])
    const [refused] = await runs.items(run, 'write', '&state=failed')
    assert.deepEqual([refused.value.n, refused.error.field], [1, 'database_id'])
    const { data } = (await runs.service.call(`/v1/databases/${id}/rows?sort=n`)).json
    assert.deepEqual(
      data.map((row: { data: unknown }) => row.data),
      [{ n: 0 }, { n: 2 }],
    )
  })

  test('explains how to write items to a database with a `rows_path`', async () => {
    const body = { name: 'Listed', columns: [{ name: 'n', type: 'integer' }], rows_path: 'items' }
    const { id: database_id } = (await runs.service.call('/v1/databases', { json: body })).json
    const write: ShortNode[] = [
      ['start', 'input'],
      ['write', 'write_rows', { database_id }],
    ]
    const id = await runs.workflow({ nodes: write })
    const { error } = await runs.run(id, { n: 1 })
    assert.match(error.message, /has no list at `items`/)
    assert.match(error.hint, /`rows_path`/)
    assert.equal((await runs.run(id, { items: [{ n: 1 }] })).state, 'completed')
  })

  test('refuses to read rows by a condition without a value, which would match all rows', async () => {
    const columns = [{ name: 'n', type: 'integer' }]
    const { id: database_id } = (
      await runs.service.call('/v1/databases', { json: { name: 'Read', columns } })
    ).json
    await runs.service.call(`/v1/databases/${database_id}/rows`, { json: { rows: [{ n: 1 }, { n: 2 }] } })
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['read', 'read_rows', { database_id, filter: { 'n[gt]': '{{ item.least }}' } }],
      ],
    })
    assert.deepEqual((await runs.run(id, { least: 1 })).output.items, [{ n: 2 }])
    const { state, error } = await runs.run(id, { most: 1 })
    assert.deepEqual([state, error.field], ['failed', 'n[gt]'])
    assert.match(error.message, /`n\[gt\]` has no value/)
  })

  test('sends one event for all row changes, including those of sub-workflows', async () => {
    const hook = { url: `${runs.site.url}/hook`, events: ['database.rows.changed'] }
    const { id: webhook } = (await runs.service.call('/v1/webhooks', { json: hook })).json
    const columns = [{ name: 'n', type: 'integer' }]
    const body = { name: 'Numbers', columns, primary_key: ['n'], write_mode: 'upsert' }
    const { id: database } = (await runs.service.call('/v1/databases', { json: body })).json
    const write: ShortNode = ['write', 'write_rows', { database_id: database }]
    const inner = await runs.workflow({ nodes: [['start', 'input'], write] })
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '[1..5]' }],
        ['sub', 'sub_workflow', { workflow_id: inner, input: { n: '{{ item }}' } }],
        ['row', 'map', { value: '{"n": item.n + 100}' }],
        write,
      ],
    })
    const run = await runs.run(id)
    assert.equal(run.state, 'completed')
    const { data } = (await runs.service.call(`/v1/webhooks/${webhook}/deliveries`)).json
    const events = data.map(({ event }: { event: { data: Record<string, unknown> } }) => event.data)
    assert.deepEqual(
      events.map(({ counts, run_id }: Record<string, unknown>) => [counts, run_id]),
      [[{ added: 10, changed: 0, returned: 0, removed: 0 }, run.id]],
    )
  })

  test('replaces the rows of a database, unless an item failed', async () => {
    const columns = [{ name: 'n', type: 'integer' }]
    const body = { name: 'Numbers', columns, primary_key: ['n'], write_mode: 'replace', on_missing: 'delete' }
    const { id: database } = (await runs.service.call('/v1/databases', { json: body })).json
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['row', 'map', { value: '{"n": item + 0}' }],
        ['write', 'write_rows', { database_id: database }],
      ],
    })
    const rowsAfter = async (list: unknown[]) => {
      await runs.run(id, { list })
      return (await runs.service.call(`/v1/databases/${database}`)).json.row_count
    }
    assert.equal(await rowsAfter([1, 2, 3]), 3)
    assert.equal(await rowsAfter([1, 'two']), 3)
    assert.equal(await rowsAfter([1, 2]), 2)
    const { data } = (await runs.service.call(`/v1/databases/${database}/changes`)).json
    const kinds = data.map(({ kind }: { kind: string }) => kind).sort()
    assert.deepEqual(kinds, ['added', 'added', 'added', 'removed'], 'nothing was taken out and came back')
  })

  test('does not replace the rows of a database when a page of a list could not be fetched', async () => {
    const list = (n: number, next: string) => `<li><b>${n}</b></li><a class=next href="${next}">on</a>`
    runs.site.on('/list', { body: list(1, '/list-2') })
    runs.site.on('/list-2', { body: '<li><b>2</b></li>' })
    const fields = { items: { css: 'li', all: true, fields: { n: { css: 'b', type: 'integer' } } } }
    const parser = await runs.service.parser({ fields, paginate: { next: '.next@href' } })
    const columns = [{ name: 'n', type: 'integer' }]
    const input = { parserId: parser, url: '{{ item.url }}' }
    const filled = async (name: string) => {
      const body = { name, columns, primary_key: ['n'], write_mode: 'replace', rows_path: 'items' }
      const { id: database_id } = (await runs.service.call('/v1/databases', { json: body })).json
      const id = await runs.workflow({
        nodes: [
          ['start', 'input'],
          ['page', 'operation', { operation: 'scrape', input }],
          ['write', 'write_rows', { database_id }],
        ],
      })
      const count = async () => (await runs.service.call(`/v1/databases/${database_id}`)).json.row_count
      return { run: (path: string) => runs.run(id, { url: `${runs.site.url}${path}` }), count }
    }
    const paged = await filled('Paged')
    const other = await filled('Other')
    for (const { run } of [paged, other]) await run('/list')
    assert.deepEqual([await paged.count(), await other.count()], [2, 2])
    runs.site.on('/list-2', { status: 404 })
    await paged.run('/list')
    runs.site.on('/short', { body: '<li><b>1</b></li>' })
    await other.run('/short')
    while ((await other.count()) !== 1);
    assert.equal(await paged.count(), 2, 'runs are ended in their order')
  })
})
