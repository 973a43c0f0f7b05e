import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')
/** The table of groups, split at the row `default`. */
const [byDefault = '', onRequest = ''] = guide.slice(guide.indexOf('| Group |')).split('| `default` |')

let service: TestApp
let tools: { name: string; group: string; by_default: boolean }[]
before(async () => {
  service = await startTestApp()
  tools = (await service.admin('/admin/tools')).json.data
})
after(() => service.stop())

describe('docs/mcp.md', () => {
  test('lists every group of tools, and says which are there by default', () => {
    for (const { group, by_default } of tools)
      assert.ok((by_default ? byDefault : onRequest).includes(`\`${group}\``), `${group} is missing`)
  })
})

test('the instructions of the server name every group, and mention only tools that are there by default', async () => {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const { text } = await service.call('/mcp', {
    json: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    headers: { accept: 'application/json, text/event-stream' },
  })
  const { instructions } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result
  const [byDefault, onRequest] = instructions.split('More groups')
  for (const { group, by_default } of tools)
    assert.match(by_default ? byDefault : onRequest, new RegExp(`\\b${group}\\b`))
  const defaultTools = new Set(tools.filter(tool => tool.by_default).map(({ name }) => name))
  for (const [name] of instructions.matchAll(/\b(?:page|parser|api|result)_\w+/g))
    assert.ok(defaultTools.has(name), name)
})
