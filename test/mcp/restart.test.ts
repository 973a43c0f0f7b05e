import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../server/app.ts'
import { READS } from '../../server/operations/tool-hints.ts'
import { until } from '../http/support/until.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { connect } from './support/clients.ts'

const sampleCall = createSampleCall()
const more = () =>
  sampleCall.more().map(operation => ({
    ...operation,
    faces: { tool: { name: 'sample-call', group: 'test', hints: READS } },
  }))

test('a result that no client has received survives a restart, and is returned to a reading or to the same call', async t => {
  const data_dir = tempFolder()
  const start = () => startApp({ flags: { data_dir, port: 0 }, env: {}, more })
  let app = await start()
  t.after(() => app.stop())
  const ask = async (path: string, fields?: object) => {
    const headers = { authorization: `Bearer ${app.adminToken}`, 'content-type': 'application/json' }
    const init = fields ? { method: 'POST', body: JSON.stringify(fields) } : {}
    return (await (await fetch(app.address + path, { headers, ...init })).json()) as Record<string, unknown>
  }
  const { secret } = await ask('/admin/keys', { account: 'default' })
  const withClient = async <T>(use: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>) => {
    const client = await connect(app.address, secret as string)
    return use(client).finally(client.close)
  }
  const balance = async () => (await ask('/admin/credits')).balance

  app.settings.change('mcp_wait_ms', 100)
  const calls = [{ wait: true }, { wait: true, note: { second: 1 } }]
  const ids = await withClient(async client => {
    const answers = await Promise.all(calls.map(args => client.call('sample-call', args)))
    return answers.map(({ structuredContent }) => structuredContent.result_id)
  })
  await sampleCall.gate.waiting(2)
  sampleCall.gate.open()
  await until(async () => (await balance()) === 998)
  const runs = sampleCall.runs()
  await app.stop()
  app = await start()

  await withClient(async client => {
    const read = await client.call('result_read', { id: ids[0]! })
    assert.ok(read.structuredContent.run <= runs)
    const again = await client.call('sample-call', calls[1]!)
    assert.ok(again.structuredContent.run <= runs, 'the work is not done a second time')
  })
  assert.equal(sampleCall.runs(), runs)
  assert.equal(await balance(), 998)
})
