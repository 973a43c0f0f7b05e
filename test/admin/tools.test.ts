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
  test('lists the same tools as the MCP endpoint, each with its number of tokens', async () => {
    const { address, data } = (await winnow.admin('/admin/tools')).json
    const groups = (byDefault: boolean) =>
      new Set<string>(
        data.flatMap((tool: { group: string; by_default: boolean }) =>
          tool.by_default === byDefault ? [tool.group] : [],
        ),
      )
    assert.ok(groups(true).has('parsers') && groups(false).has('jobs'))
    const client = await connect(winnow.url, winnow.key, {}, `?groups=default,${[...groups(false)]}`)
    const tools = await client.tools()
    await client.close()
    assert.equal(address, `${winnow.url}/mcp`)
    assert.deepEqual(
      new Map(data.map((tool: { name: string; tokens: number }) => [tool.name, tool.tokens])),
      new Map(tools.map(tool => [tool.name, Math.ceil(JSON.stringify(tool).length / 4)])),
    )
  })
})
