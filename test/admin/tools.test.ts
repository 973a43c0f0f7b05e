import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { connect } from '../mcp/support/clients.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'

const mcpb = fileURLToPath(new URL('../../node_modules/.bin/mcpb', import.meta.url))

let winnow: TestApp
before(async () => {
  winnow = await startTestApp()
})
after(() => winnow.stop())

describe('/admin/tools', () => {
  test('lists the very tools of the endpoint, each with what it takes of a conversation', async () => {
    const client = await connect(winnow.url, winnow.key)
    const tools = await client.tools()
    await client.close()
    const { address, data } = (await winnow.admin('/admin/tools')).json
    assert.equal(address, `${winnow.url}/mcp`)
    const own = new Map(data.map((tool: { name: string; tokens: number }) => [tool.name, tool.tokens]))
    assert.deepEqual(own, new Map(tools.map(tool => [tool.name, Math.ceil(JSON.stringify(tool).length / 4)])))
  })
})

describe('the bundle for clients that start their servers', () => {
  const folder = tempFolder()

  /** Unpacks it as an installer does. */
  before(async () => {
    const { name, base64 } = (await winnow.admin('/admin/tools/bundle')).json
    writeFileSync(join(folder, name), Buffer.from(base64, 'base64'))
    execFileSync(process.execPath, [mcpb, 'unpack', join(folder, name), join(folder, 'unpacked')])
  })

  const start = async (env: Record<string, string>) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } })
    const args = [join(folder, 'unpacked', 'server', 'index.mjs')]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
    return client
  }

  test('has a manifest that its makers accept, with this address and without a key', () => {
    const manifest = join(folder, 'unpacked', 'manifest.json')
    execFileSync(process.execPath, [mcpb, 'validate', manifest])
    const text = readFileSync(manifest, 'utf8')
    assert.equal(JSON.parse(text).user_config.address.default, `${winnow.url}/mcp`)
    assert.ok(!text.includes('wk_'))
  })

  test('carries calls to Winnow and answers back', async () => {
    const client = await start({ WINNOW_ADDRESS: `${winnow.url}/mcp`, WINNOW_KEY: winnow.key })
    assert.ok((await client.listTools()).tools.length > 10)
    const answer = await client.callTool({ name: 'credits', arguments: {} })
    assert.deepEqual((answer.structuredContent as { creditBalance: number }).creditBalance, 1_000)
    await client.close()
  })

  test('says so where the key is wrong, and where nobody answers', async () => {
    await assert.rejects(start({ WINNOW_ADDRESS: `${winnow.url}/mcp`, WINNOW_KEY: 'wk_wrong' }), /not valid/)
    await assert.rejects(start({ WINNOW_ADDRESS: 'http://127.0.0.1:9/mcp', WINNOW_KEY: 'x' }), /running\?/)
  })
})
