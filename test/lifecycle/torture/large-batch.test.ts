import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOwner } from '../../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { peakOf } from '../../support/process-use.ts'
import { startServe } from '../../support/run-cli.ts'
import { isLong } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { requestWithKey } from '../support/request-with-key.ts'

const ITEMS = 10_000
const PAGE = `<h1>Kettle</h1>${'<p class="row">Some text of a row</p>'.repeat(500)}`

const skip = {
  skip: !isLong && 'it takes minutes: npm run test:long',
}

let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/page', { body: PAGE })
})
after(() => site.close())

/** Counts line by line, since a string of 200 MB would block this process and its other calls. */
async function countLines({ body }: Response): Promise<number> {
  let count = 0
  for await (const _ of createInterface(Readable.fromWeb(body as ReadableStream))) count++
  return count
}

test('creating a batch of 10,000 items leaves time for other calls', skip, async t => {
  const folder = tempFolder()
  const flags = ['--birth-credits', '20000', '--allow-hosts', '127.0.0.1', '--log-level', 'error']
  const served = await startServe(['--data-dir', folder, ...flags])
  const key = (await askOwner(folder, '/admin/keys', {})).secret
  await askOwner(folder, '/admin/accounts/default', { limits: { job_concurrency: 8 } })
  const call = async (path: string, json?: unknown) => {
    const response = await requestWithKey(served.url + path, key, json)
    assert.ok(response.ok, path)
    return response
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const read = async (path: string, json?: unknown): Promise<any> => (await call(path, json)).json()

  const schema = { fields: { title: 'h1', rows: { css: '.row', all: true } } }
  const parser = await read('/v1/parsers', { name: 'page', schema })
  const items = Array.from({ length: ITEMS }, (_, i) => ({ input: { url: `${site.url}/page?${i}` } }))
  const times: number[] = []
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      const at = performance.now()
      await call('/v1/credits')
      times.push(performance.now() - at)
      await sleep(10)
    }
  })()
  const startedAt = performance.now()
  const { id, accepted } = await read('/v1/batches', { target: { parser_id: parser.id }, items })
  assert.equal(accepted, ITEMS)
  for (let open = 1; open; ) {
    const { counts } = await read(`/v1/batches/${id}?wait=60`)
    open = counts.pending + counts.running
  }
  const seconds = (performance.now() - startedAt) / 1000
  const exported = await countLines(await call(`/v1/batches/${id}/export`))
  isOver = true
  await others

  assert.equal(exported, ITEMS)
  const { counts, credits } = await read(`/v1/batches/${id}`)
  assert.deepEqual([counts.completed, credits], [ITEMS, { reserved: 0, used: ITEMS }])
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  t.diagnostic(`${seconds.toFixed(1)} s, ${(ITEMS / seconds).toFixed(0)} items a second`)
  t.diagnostic(`peak memory ${peakOf(served.pid)?.toFixed(0)} MB`)
  t.diagnostic(`other calls: ${times.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(0.9999)} ms`)
  await served.stop()
})
