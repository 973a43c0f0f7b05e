import { setTimeout as pause } from 'node:timers/promises'
import { startLocalSite } from '../../support/local-site.ts'
import { type ServedApp, startServedApp } from '../../support/served-app.ts'
import { createProbe } from '../../support/wire.ts'
import { startRoundProcess } from '../contestants.ts'
import { report } from '../report.ts'
import type { FollowOrder } from '../servers/followers.ts'

const ITEMS = 4_000
const SETTINGS = { 'allow-hosts': '127.0.0.1', 'host-concurrency': 16, proxy: null }
const FOLLOWERS = [0, 100, 500]
const EVERY_MS = 2
const CAP_MS = 60_000

/** Measures how long cheap calls of another account wait while a batch runs that many clients follow. */
export async function streams() {
  const rows: Record<string, object> = {}
  for (const count of FOLLOWERS) rows[`${count} streams`] = await measureWithFollowers(count)
  report('Calls of another account beside a batch of 4,000 pages', rows)
}

async function measureWithFollowers(count: number) {
  const app = await startServedApp(SETTINGS)
  const site = await startLocalSite()
  site.on('/page', { body: '<h1>Kettle</h1>' })
  const followers = await startRoundProcess<FollowOrder, string>('./servers/followers.ts')
  try {
    const limits = { event_streams: 1_000, job_concurrency: 16 }
    await app.admin('/admin/accounts/default', { limits })
    const key = await app.keyFor('other')
    const batch = await makeBatch(app, `${site.url}/page`)
    await followers.run({ url: `${app.url}/v1/batches/${batch}/events`, key: app.key, count })
    const startedAt = performance.now()
    const waits = await probe(app, key, batch)
    return {
      'p50, ms': percentileOf(waits, 0.5),
      'p95, ms': percentileOf(waits, 0.95),
      'longest, ms': percentileOf(waits, 1),
      'rest of the batch, s': ((performance.now() - startedAt) / 1_000).toFixed(1),
    }
  } finally {
    followers.stop()
    await app.stop()
    await site.close()
  }
}

async function makeBatch(app: ServedApp, page: string): Promise<string> {
  const parser_id = await app.parser({ fields: { title: 'h1' } })
  const items = Array.from({ length: ITEMS }, (_, i) => ({ input: { url: `${page}?${i}` } }))
  const json = { target: { parser_id }, items }
  return (await app.call('/v1/batches', { json })).json.id
}

async function probe(app: ServedApp, key: string, batch: string): Promise<number[]> {
  const asking = createProbe(app.port, key, CAP_MS)
  const waits: number[] = []
  let isOver = false
  const batchEnd = app.call(`/v1/batches/${batch}?wait=60`).finally(() => {
    isOver = true
  })
  while (!isOver) {
    waits.push(await asking.ask())
    await pause(EVERY_MS)
  }
  await batchEnd
  asking.close()
  return waits.sort((a, b) => a - b)
}

const percentileOf = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
