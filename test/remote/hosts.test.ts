import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { noBroker } from '../support/nats-server.ts'
import { runInOwnNetwork, whyNoHosts } from '../support/network-hosts.ts'

const suite = fileURLToPath(new URL('support/between-hosts.ts', import.meta.url))

test('a broker and a worker on hosts of their own lose nothing when they cannot reach each other', {
  skip: noBroker || whyNoHosts(),
}, async () => {
  const { code, printed } = await runInOwnNetwork(suite)
  assert.equal(code, 0, printed)
  assert.match(printed, /^ℹ pass 3$/m)
})
