import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { createClient } from '../../server/cli/client.ts'

test('a command that reads or writes the whole store waits for its answer however long that takes', async () => {
  const server = createServer(async (_request, response) => {
    // Longer than the limit below, which stands in for the five minutes of `fetch`.
    await delay(3_000)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"bytes_after":1}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = createClient({ address: `http://127.0.0.1:${port}`, token: 'token' })
  const usual = getGlobalDispatcher()
  setGlobalDispatcher(new Agent({ headersTimeout: 500 }))
  try {
    await assert.rejects(client.admin('POST', '/admin/windows'), /fetch failed/)
    assert.deepEqual(await client.admin('POST', '/admin/store/compact'), { bytes_after: 1 })
  } finally {
    setGlobalDispatcher(usual)
    server.close()
  }
})
