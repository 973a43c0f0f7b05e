import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { askOwner } from '../support/ask-owner.ts'
import { startLocalSite } from '../support/local-site.ts'
import { startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { requestWithKey } from './support/request-with-key.ts'

const ITEMS = 10_000
const BIRTH = 100

/** The number of open items in a closed store. */
function openItems(folder: string): number {
  const db = new Database(join(folder, 'winnow.db'), { readonly: true })
  try {
    return db.prepare<[], { open: number }>('SELECT count(*) AS open FROM open_jobs').get()!.open
  } finally {
    db.close()
  }
}

test('a batch over its budget continues to skip its items after `kill -9`', async t => {
  const site = await startLocalSite()
  t.after(() => site.close())
  site.on('/page', { body: '<h1>Kettle</h1>' })
  const folder = tempFolder()
  const flags = ['--data-dir', folder, '--birth-credits', String(BIRTH), '--allow-hosts', '127.0.0.1']
  let served = await startServe(flags)
  t.after(() => served.signal('SIGKILL'))
  const key = (await askOwner(folder, '/admin/keys', {})).secret
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const call = async (path: string, json?: unknown): Promise<any> =>
    (await requestWithKey(served.url + path, key, json)).json()
  const parser = await call('/v1/parsers', { name: 'p', schema: { fields: { title: 'h1' } } })
  const items = Array.from({ length: ITEMS }, (_, i) => ({ input: { url: `${site.url}/page?${i}` } }))
  const { id } = await call('/v1/batches', { target: { parser_id: parser.id }, items, max_credits: 1 })

  for (let skipped = 0; !skipped; ) skipped = (await call(`/v1/batches/${id}`)).counts.skipped
  served.signal('SIGKILL')
  await served.ended
  const itemsLeft = openItems(folder)
  assert.ok(
    itemsLeft > 0 && itemsLeft < ITEMS - 1,
    `${itemsLeft} of ${ITEMS} items were open when it was killed`,
  )

  served = await startServe(flags)
  const { state, counts, credits } = await call(`/v1/batches/${id}?wait=60`)
  assert.deepEqual([state, counts.completed, counts.skipped], ['completed', 1, ITEMS - 1])
  assert.deepEqual(credits, { reserved: 0, used: 1 })
  const { creditBalance, held } = await call('/v1/credits')
  assert.deepEqual([creditBalance, held], [BIRTH - 1, 0])
  assert.equal(site.requests.length, 1)
  assert.equal(await served.stop(), 0)
})
