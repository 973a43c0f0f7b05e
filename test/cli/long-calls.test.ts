import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { createClient, type OperationRow } from '../../server/cli/client.ts'

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

/** Ways in which a service that is killed breaks off an answer. */
const ENDS: Record<string, (response: ServerResponse) => void> = {
  'before its answer': response => response.destroy(),
  'within its answer': response => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data"')
    setTimeout(() => response.destroy(), 50)
  },
}

for (const [when, end] of Object.entries(ENDS))
  test(`a command whose service ends ${when} says so`, async () => {
    const server = createServer((request, response) => {
      if (request.url === '/admin/sign-in')
        response.setHeader('content-type', 'application/json').end('{"key":"k"}')
      else end(response)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { admin, call } = createClient({ address, token: 'token' })
    const operation = { method: 'GET', path: '/v1/jobs', path_fields: [] as string[], files: [] as string[] }
    const read = async (answer: OperationRow['answer']) => {
      const { body } = await call({ ...operation, answer } as OperationRow, {}, 'default')
      for await (const part of body as AsyncIterable<unknown>) void part
    }
    const says = { message: /^The running Winnow ended before it had answered in full\. .* status.* says/ }
    await assert.rejects(admin('GET', '/admin/status'), says)
    await assert.rejects(admin('POST', '/admin/store/compact'), says)
    for (const answer of ['value', 'rows', 'events'] as const) await assert.rejects(read(answer), says)
    server.close()
  })
