import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect, type ToolClient } from './support/clients.ts'

/** What an assistant changes of records that it made, or takes back. */

let winnow: TestApp
let client: ToolClient
before(async () => {
  winnow = await startTestApp()
  client = await connect(
    winnow.url,
    winnow.key,
    {},
    '?groups=default,learning,crons,databases,workflows,sessions',
  )
  await client.tools()
})
after(async () => {
  await client.close()
  await winnow.stop()
})

const ask = async (tool: string, args: Record<string, unknown> = {}) => {
  const { isError, content, structuredContent } = await client.call(tool, args)
  assert.ok(!isError, content[0]!.text)
  return structuredContent
}

const schemaOf = (css: string) => ({ fields: { title: css } })

describe('a tool changes', () => {
  test('a cron, of which it keeps what it does not name', async () => {
    const id = await winnow.parser(schemaOf('h1'))
    const target = { type: 'parser', id, input: { url: 'https://shop.example/' } }
    const budget = { per_run: 5, per_day: 20 }
    const schedule = { expression: '0 7 * * *', timezone: 'Europe/Berlin' }
    const made = await ask('cron_create', { name: 'Daily', ...schedule, target, budget, enabled: false })
    const changed = await ask('cron_update', { id: made.id, expression: '0 8 * * *' })
    const { version, updated_at, next_run_at, reading, ...rest } = changed
    const { version: _, updated_at: __, next_run_at: ___, reading: ____, ...before } = made
    assert.deepEqual([version, reading], [2, 'At 08:00'])
    assert.deepEqual(rest, { ...before, expression: '0 8 * * *' })
  })

  test('the columns of a database, of which it keeps the key', async () => {
    const columns = [{ name: 'name', type: 'string' }]
    const upsert = { primary_key: ['name'], write_mode: 'upsert' }
    const { id } = await ask('database_create', { name: 'People', columns, ...upsert })
    await ask('database_rows_write', { id, rows: [{ name: 'Ann' }] })
    const refused = await client.call('database_rows_write', { id, rows: [{ name: 'Ann', age: 31 }] })
    assert.match(refused.content[0]!.text!, /There is no column `age`.* change the column/)
    const more = [...columns, { name: 'age', type: 'integer' }]
    const changed = await ask('database_update', { id, columns: more })
    assert.deepEqual([changed.name, changed.primary_key, changed.write_mode], ['People', ['name'], 'upsert'])
    const written = await ask('database_rows_write', { id, rows: [{ name: 'Ann', age: 31 }] })
    assert.deepEqual([written.added, written.changed], [0, 1])
  })
})

describe('a tool takes back the last change', () => {
  test('of a parser', async () => {
    const { id } = await ask('parser_create', { name: 'Titles', schema: schemaOf('h1') })
    await ask('parser_update', { id, schema: schemaOf('h2') })
    const { data } = await ask('parser_versions', { id })
    assert.deepEqual(
      data.map(({ version, schema }: { version: number; schema: object }) => [version, schema]),
      [
        [2, schemaOf('h2')],
        [1, schemaOf('h1')],
      ],
    )
    const unknown = await client.call('parser_version_restore', { id, version: 9 })
    const words = 'unknown_resource: There is nothing here under this id. Argument: `version`.'
    assert.equal(unknown.content[0]!.text, words)
    assert.equal((await ask('parser_version_restore', { id, version: 1 })).version, 3)
    const [now] = (await ask('parser_list', { q: id, fields: ['data.schema'] })).data
    assert.deepEqual(now.schema, schemaOf('h1'))
  })

  test('of a workflow', async () => {
    const nodes = [{ id: 'input', type: 'input' }]
    const { id } = await ask('workflow_create', { name: 'Before', nodes })
    await ask('workflow_replace', { id, name: 'After' })
    const { data } = await ask('workflow_versions', { id })
    assert.deepEqual(
      data.map(({ version, name }: { version: number; name: string }) => [version, name]),
      [
        [2, 'After'],
        [1, 'Before'],
      ],
    )
    const { name, version } = await ask('workflow_version_restore', { id, version: 1 })
    assert.deepEqual([name, version], ['Before', 3])
  })
})

test('the error for an unknown session names the tool that lists them, with their ids', async () => {
  await winnow.call('/v1/sessions', { json: { name: 'shop', hosts: ['*.shop.example'] } })
  const page = { url: 'https://www.shop.example/orders', fetch: { session: 'shop' } }
  const { content } = await client.call('page_read', page)
  assert.match(content[0]!.text!, /There is no session shop\..*see session_list/)
  const { data } = await ask('session_list')
  const [{ id, ...session }] = data
  assert.match(id, /^ses_/)
  assert.deepEqual(session, { name: 'shop', hosts: ['*.shop.example'], state: 'empty' })
})
