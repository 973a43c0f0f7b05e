import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { READS } from '../../server/operations/tool-hints.ts'
import { until } from '../http/support/until.ts'
import { createSampleCall } from '../operations/support/sample-call.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { runPackage } from './support/run-node.ts'

/** The MCP bundle, unpacked and started as a host does it. */

const folder = tempFolder()
const sampleCall = createSampleCall()
const asTool = () =>
  sampleCall.more().map(operation => ({
    ...operation,
    faces: { tool: { name: 'sample-call', group: 'test', hints: READS } },
  }))
const mcpb = (...args: string[]) => runPackage('@anthropic-ai/mcpb/dist/cli/cli.js', args)

let winnow: TestApp
let config: { command: string; args: string[]; env: Record<string, string> }

before(async () => {
  winnow = await startTestApp({}, asTool)
  const { json } = await winnow.admin('/admin/tools/bundle')
  writeFileSync(join(folder, json.file_name), Buffer.from(json.base64, 'base64'))
  const { code, output } = await mcpb('unpack', join(folder, 'winnow.mcpb'), join(folder, 'unpacked'))
  assert.equal(code, 0, output)
  config = JSON.parse(readFileSync(join(folder, 'unpacked/manifest.json'), 'utf8')).server.mcp_config
})
after(() => winnow.stop())

/** Starts the program of the manifest, with the values that a host fills in. */
async function startBridge(mode: 'legacy' | { pin: string }, env: Record<string, string> = {}) {
  const values: Record<string, string> = {
    __dirname: join(folder, 'unpacked'),
    'user_config.api_key': winnow.key,
  }
  const fillTemplate = (text: string) =>
    text.replaceAll(/\$\{([\w.]+)\}/g, (_, name: string) => values[name]!)
  const envEntries = Object.entries(config.env).map(([name, value]) => [name, fillTemplate(value)])
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: config.args.map(fillTemplate),
    env: { ...Object.fromEntries(envEntries), ...env },
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

test('the bundle is valid, is smaller than 5 kB, and has the address of the service', async () => {
  const { code, output } = await mcpb('validate', join(folder, 'unpacked/manifest.json'))
  assert.equal(code, 0, output)
  assert.equal(config.env.WINNOW_URL, `${winnow.url}/mcp`)
  assert.ok(readFileSync(join(folder, 'winnow.mcpb')).length < 5_000)
})

for (const [era, mode] of Object.entries({ legacy: 'legacy', modern: { pin: '2026-07-28' } } as const))
  describe(`the bridge forwards (${era})`, () => {
    test('tools, resources and prompts, with results and errors', async () => {
      const client = await startBridge(mode)
      assert.ok((await client.listTools()).tools.length > 10)
      const credits = await client.callTool({ name: 'credits', arguments: {} })
      assert.equal((credits.structuredContent as { concurrency: number }).concurrency, 8)
      const refused = await client.callTool({ name: 'videosite_channel', arguments: {} })
      assert.equal(refused.isError, true)
      const { contents } = await client.readResource({ uri: 'apidoc://videosite-channel' })
      assert.match((contents[0] as { text: string }).text, /^# videosite-channel/)
      await assert.rejects(client.getPrompt({ name: 'nothing' }), /There is no prompt `nothing`/)
      await client.close()
    })

    test('texts with Unicode line separators', async () => {
      const client = await startBridge(mode)
      const html = '<p>one\u2028two\u2029three</p>'
      const { structuredContent } = await client.callTool({ name: 'page_read', arguments: { html } })
      assert.match((structuredContent as { markdown: string }).markdown, /^one\s*two\s*three/)
      await client.close()
    })

    test('progress, and cancels a call when its client stops waiting', async () => {
      const client = await startBridge(mode)
      const controller = new AbortController()
      let progressCount = 0
      const call = client.callTool(
        { name: 'sample-call', arguments: { wait: true } },
        { signal: controller.signal, onprogress: () => progressCount++ },
      )
      await sampleCall.gate.waiting(1)
      await until(async () => progressCount > 0)
      controller.abort()
      await assert.rejects(call)
      await sampleCall.gate.waiting(0)
      await client.close()
    })
  })

describe('the bridge reports', () => {
  test('that the service is not running', async () => {
    await assert.rejects(
      startBridge('legacy', { WINNOW_URL: 'http://127.0.0.1:9/mcp' }),
      /Is the app running\?/,
    )
  })

  test('that the key is not valid', async () => {
    await assert.rejects(
      startBridge('legacy', { WINNOW_KEY: 'wk_wrong' }),
      /The API key is missing or not valid/,
    )
  })
})
