import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askOwner } from '../support/ask-owner.ts'
import { startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { requestWithKey } from './support/request-with-key.ts'

const ITEMS = 3_000
const BIRTH = 10_000

test('the cancellation of a batch continues after `kill -9`, and no credit is lost', async () => {
  const folder = tempFolder()
  const start = () => startServe(['--data-dir', folder, '--birth-credits', String(BIRTH), '--retries', '0'])
  let served = await start()
  const key = (await askOwner(folder, '/admin/keys', {})).secret
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const call = async (path: string, json?: unknown): Promise<any> =>
    (await requestWithKey(served.url + path, key, json)).json()
  const parser = await call('/v1/parsers', { name: 'p', schema: { fields: { title: 'h1' } } })
  const items = Array.from({ length: ITEMS }, (_, i) => ({ input: { url: `http://winnow.invalid/${i}` } }))
  const { id } = await call('/v1/batches', { target: { parser_id: parser.id }, items })

  const cancelling = call(`/v1/batches/${id}/cancel`, {}).catch(() => null)
  for (let cancelled = 0; !cancelled; ) cancelled = (await call(`/v1/batches/${id}`)).counts.cancelled
  served.signal('SIGKILL')
  await Promise.all([served.ended, cancelling])

  served = await start()
  const { state, counts, credits } = await call(`/v1/batches/${id}?wait=60`)
  assert.deepEqual([state, counts.pending, counts.running, credits.reserved], ['cancelled', 0, 0, 0])
  assert.equal(counts.cancelled + counts.failed, ITEMS)
  assert.equal(counts.completed, 0)
  const { creditBalance, held } = await call('/v1/credits')
  assert.deepEqual([creditBalance, held], [BIRTH, 0])
  assert.equal(await served.stop(), 0)
})
