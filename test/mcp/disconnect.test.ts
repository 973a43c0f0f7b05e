import assert from 'node:assert/strict'
import { type ClientRequest, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** A client that hangs up while a tool fetches a page: both the client's and the site's connection are checked. */

let winnow: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await winnow.stop()
  await site.close()
})

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const MODERN = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'parser_scrape_url',
}

const REVISIONS = {
  'without a handshake': { headers: MODERN, meta: ENVELOPE },
  'with a handshake': { headers: {}, meta: {} },
  'with progress, without a handshake': { headers: MODERN, meta: { ...ENVELOPE, progressToken: 1 } },
  'with progress, with a handshake': { headers: {}, meta: { progressToken: 1 } },
}

/** A request that the test will abort, before its answer or in the middle of it. */
function post(headers: Record<string, string>): ClientRequest {
  const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const client = request(`${winnow.url}/mcp`, {
    method: 'POST',
    agent: false,
    headers: { ...types, ...headers },
  })
  client.on('error', () => undefined)
  client.on('response', response => response.on('error', () => undefined).resume())
  return client
}

describe('when a client hangs up, the fetch stops, the slot is free again and nothing is charged', () => {
  let accounts = 0
  for (const [era, { headers, meta }] of Object.entries(REVISIONS))
    test(era, async () => {
      const name = `account ${++accounts}`
      const key = await winnow.keyFor(name)
      await winnow.admin(`/admin/accounts/${name}`, { limits: { concurrency: 1 } })
      const parserId = await winnow.parser({ fields: { title: 'h1' } }, {}, key)
      const stopped = new Promise<void>(resolve => {
        site.on('/hangs', (_request, response) => {
          response.once('close', resolve)
          client.destroy()
        })
      })
      const client = post({ 'x-api-key': key, ...headers })
      const args = { parserId, url: `${site.url}/hangs` }
      const params = { name: 'parser_scrape_url', arguments: args, _meta: meta }
      client.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
      await stopped

      const balance = async () => (await winnow.admin(`/admin/credits?account=${name}`)).json
      await until(async () => (await balance()).held === 0)
      assert.deepEqual(await balance(), { balance: 1_000, held: 0, available: 1_000 })
      const record = await until(async () => {
        const calls = (await winnow.admin(`/admin/calls?account=${name}`)).json.data
        return calls.find(({ operation }: { operation: string }) => operation === 'scrape')
      })
      assert.deepEqual([record.status, record.error, record.source], [499, 'cancelled', 'mcp'])
      site.on('/page', { body: '<h1>x</h1>' })
      const next = await winnow.call(`/v1/scrape/${parserId}`, {
        json: { url: `${site.url}/page` },
        headers: { 'x-api-key': key },
      })
      assert.equal(next.status, 200, 'the slot is free')
    })
})
