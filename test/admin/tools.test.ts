import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect } from '../mcp/support/clients.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

describe('/admin/tools', () => {
  test('lists the very tools of the endpoint, each with what it takes of a conversation', async () => {
    const all = '?groups=default,jobs,batches,databases,webhooks'
    const client = await connect(winnow.url, winnow.key, {}, all)
    const tools = await client.tools()
    await client.close()
    const { address, data } = (await winnow.admin('/admin/tools')).json
    assert.equal(address, `${winnow.url}/mcp`)
    assert.deepEqual(
      new Set(
        data.flatMap((tool: { group: string; by_default: boolean }) => (tool.by_default ? [] : [tool.group])),
      ),
      new Set(['jobs', 'batches', 'databases', 'webhooks']),
    )
    assert.deepEqual(
      new Map(data.map((tool: { name: string; tokens: number }) => [tool.name, tool.tokens])),
      new Map(tools.map(tool => [tool.name, Math.ceil(JSON.stringify(tool).length / 4)])),
    )
  })
})
