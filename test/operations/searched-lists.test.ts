import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

async function create(path: string, json: object): Promise<string> {
  const answer = await service.call(path, { json })
  assert.ok(answer.status === 201 || answer.status === 202, answer.text)
  return answer.json.id
}

async function find(list: string, query: Record<string, string>) {
  const { status, json, text } = await service.call(`/v1/${list}?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return json as { data: { id: string }[]; has_more: boolean; next_cursor: string | null; total?: number }
}

const idsIn = async (list: string, q: string) => (await find(list, { q })).data.map(({ id }) => id)

/** The bodies of named records, by the path of their list. */
const NAMED: Record<string, (name: string) => object> = {
  parsers: name => ({ name, schema: { fields: { title: 'h1' } } }),
  databases: name => ({ name, columns: [{ name: 'price', type: 'number' }] }),
  workflows: name => ({ name, nodes: [{ id: 'start', type: 'input' }], edges: [] }),
  crons: name => ({
    name,
    expression: '30 4 * * 1',
    timezone: 'Asia/Tokyo',
    target: { type: 'api', id: 'videosite-channel', input: { handle: '@kettles' } },
  }),
  sessions: name => ({ name, hosts: [`${name.at(-1)!.toLowerCase()}.example`] }),
  webhooks: name => ({ url: 'https://hooks.example/in', description: name, events: ['job.*'] }),
}

describe('a list of named records', () => {
  for (const [list, bodyOf] of Object.entries(NAMED))
    test(`of ${list} is searched by name and id, page by page`, async () => {
      const ids: string[] = []
      for (const name of ['Ärzte A', 'Tea B', 'Bärte C', 'ÄRZTE D'])
        ids.push(await create(`/v1/${list}`, bodyOf(name)))
      const [first, , , last] = ids as [string, string, string, string]

      assert.deepEqual(await idsIn(list, 'ärzte'), [last, first], 'in any case, newest first')
      assert.deepEqual(await idsIn(list, first), [first])
      assert.deepEqual(await idsIn(list, first.toLowerCase()), [first])
      assert.deepEqual(await idsIn(list, '100%_'), [], 'nothing is a wildcard')

      const page = await find(list, { q: 'ärzte', limit: '1', count: 'true' })
      assert.deepEqual([page.data[0]!.id, page.has_more, page.total], [last, true, 2])
      const next = await find(list, { q: 'ärzte', limit: '1', cursor: page.next_cursor! })
      assert.deepEqual([next.data.map(({ id }) => id), next.has_more], [[first], false])

      await service.call(`/v1/${list}/${last}`, { method: 'DELETE' })
      assert.deepEqual(await idsIn(list, 'ärzte'), [first])
      assert.equal((await find(list, { q: 'ärzte', count: 'true' })).total, 1)
    })

  test('is searched for the records of the calling account alone', async () => {
    const key = await service.keyFor('other')
    const { json } = await service.call('/v1/parsers?q=a&count=true', { headers: { 'x-api-key': key } })
    assert.deepEqual([json.data, json.total], [[], 0])
  })

  test('refuses an empty text, and one of more than 200 characters', async () => {
    for (const q of ['', 'a'.repeat(201)]) {
      const { status, json } = await service.call(`/v1/databases?q=${q}`)
      assert.deepEqual([status, json.field], [400, 'q'])
    }
    assert.deepEqual(await idsIn('databases', 'a'.repeat(200)), [])
  })
})

test('webhooks are found by their address', async () => {
  const id = await create('/v1/webhooks', { url: 'https://crm.example/Orders', events: ['job.*'] })
  assert.deepEqual(await idsIn('webhooks', 'CRM.example/orders'), [id])
})

test('sessions are found by their hosts', async () => {
  const id = await create('/v1/sessions', { name: 'Shop', hosts: ['a.test', '*.bakery.test'] })
  assert.deepEqual(await idsIn('sessions', 'bakery'), [id])
  assert.deepEqual(await idsIn('sessions', '["'), [], 'the hosts are not searched as JSON')
})

test('crons are found by their schedule, and by what they run', async () => {
  const parser = await service.parser({ fields: { title: 'h1' } }, { name: 'Harbour prices' })
  const target = { type: 'parser', id: parser, input: { url: 'https://fish.example/today' } }
  const id = await create('/v1/crons', {
    name: 'Daily',
    expression: '15 7 * * 2',
    timezone: 'Europe/Oslo',
    target,
  })
  for (const q of ['tuesday', '15 7 *', 'oslo', parser, 'harbour', 'fish.example'])
    assert.deepEqual(await idsIn('crons', q), [id], q)
})

test('batches are found by their name, their parser and their API', async () => {
  const parser = await service.parser({ fields: { title: 'h1' } }, { name: 'Lamps of the harbour' })
  const items = [{ input: { url: 'http://kettles.invalid/' } }]
  const byParser = await create('/v1/batches', { name: 'Öl', target: { parser_id: parser }, items })
  const byApi = await create('/v1/batches', {
    target: { api_id: 'videosite-channel' },
    items: [{ input: { handle: '@kettles' } }],
  })
  for (const q of ['öl', 'lamps', parser, byParser])
    assert.deepEqual(await idsIn('batches', q), [byParser], q)
  for (const q of ['videosite', byApi]) assert.deepEqual(await idsIn('batches', q), [byApi], q)

  for (const id of [byParser, byApi]) await service.call(`/v1/batches/${id}/cancel`, { method: 'POST' })
  await service.ended(`/v1/batches/${byParser}`)
  const open = await find('batches', { q: 'lamps', open: 'true', count: 'true' })
  assert.deepEqual([open.data, open.total], [[], 0])
})

test('workflow runs are found by their id and the name of their workflow, with the other filters', async () => {
  const workflow = await create('/v1/workflows', NAMED.workflows!('Würze'))
  const other = await create('/v1/workflows', NAMED.workflows!('Tea'))
  const ids: string[] = []
  for (const id of [workflow, other, workflow]) {
    const run = await create(`/v1/workflows/${id}/run`, { input: {} })
    await service.ended(`/v1/workflow-runs/${run}`)
    ids.push(run)
  }
  assert.deepEqual(await idsIn('workflow-runs', 'WÜRZE'), [ids[2], ids[0]])
  assert.deepEqual(await idsIn('workflow-runs', ids[1]!), [ids[1]])
  const page = await find('workflow-runs', { q: 'würze', limit: '1', count: 'true', state: 'completed' })
  assert.deepEqual([page.data[0]!.id, page.has_more, page.total], [ids[2], true, 2])
  const next = await find('workflow-runs', { q: 'würze', cursor: page.next_cursor! })
  assert.deepEqual([next.data.map(({ id }) => id), next.has_more], [[ids[0]], false])
  assert.deepEqual((await find('workflow-runs', { q: 'würze', state: 'failed' })).data, [])
})

test('jobs are found by letters beyond ASCII in any case', async () => {
  const ids: string[] = []
  for (const handle of ['@Ärzte', '@teä', '@ärzte'])
    ids.push(await create('/v1/jobs', { api_id: 'videosite-channel', input: { handle } }))
  for (const id of ids) await service.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })
  for (const q of ['ärzte', 'Ärzte', 'ÄRZTE']) assert.deepEqual(await idsIn('jobs', q), [ids[2], ids[0]], q)
  const page = await find('jobs', { q: 'ÄRZTE', limit: '1', count: 'true' })
  assert.deepEqual([page.data[0]!.id, page.has_more, page.total], [ids[2], true, 2])
  const next = await find('jobs', { q: 'ÄRZTE', limit: '1', cursor: page.next_cursor! })
  assert.deepEqual([next.data.map(({ id }) => id), next.has_more], [[ids[0]], false])
})
