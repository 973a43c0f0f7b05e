import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { plainPages, serveComments } from '../jobs/support/comment-site.ts'
import { VIDEO_ID } from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { noBroker } from '../support/nats-server.ts'
import { startWorkerProcess } from '../support/run-cli.ts'
import { type Fleet, startFleet } from './support/fleet.ts'

const ITEMS = ['0a', '0b', '1a', '1b', '2a', '2b', '3a', '3b']
const CURSORS = ['0', '20', '40', '60']

describe('a job that follows a list', { skip: noBroker }, () => {
  let site: LocalSite
  let fleet: Fleet
  before(async () => {
    site = await startLocalSite()
    fleet = await startFleet({
      workers: 0,
      flags: { shortvideo_url: site.url, job_retry_ms: 10, nats_lease_seconds: 1 },
    })
  })
  after(async () => {
    await fleet?.stop()
    await site?.close()
  })

  const balance = async () => (await fleet.service.call('/v1/credits')).json

  async function start() {
    const input = { video_id: VIDEO_ID }
    const json = { api_id: 'shortvideo-comments', input, max_pages: 10 }
    const created = await fleet.service.call('/v1/jobs', { json })
    assert.equal(created.status, 202, created.text)
    return created.json.id as string
  }

  async function outcome(id: string) {
    const job = await fleet.service.ended(`/v1/jobs/${id}`)
    const { comments } = (await fleet.service.call(`/v1/jobs/${id}/result`)).json
    const ledger = await fleet.service.admin(`/admin/ledger?account=default&q=${id}`)
    const lines = ledger.json.data.map((entry: { subject: string; delta: number }) => [
      entry.subject,
      entry.delta,
    ])
    return { job, ids: comments?.map((one: { id: string }) => one.id), lines: lines.reverse() }
  }

  const paidPages = (id: string, count: number) =>
    Array.from({ length: count }, (_, page) => [`${id}/${page + 1}`, -1])

  test('has each page read by a worker, in order, and pays for each once', async () => {
    const { asked } = serveComments(site, plainPages(4))
    const before = await balance()
    const worker = await fleet.addWorker()
    await fleet.untilWorkers(1)
    const id = await start()
    const { job, ids, lines } = await outcome(id)
    assert.deepEqual([job.state, job.pages.read, job.pages.end], ['completed', 4, 'last_page'])
    assert.deepEqual([ids, asked], [ITEMS, CURSORS])
    await until(async () => (await fleet.completed()) === 4)
    assert.deepEqual(lines, paidPages(id, 4))
    const now = await balance()
    assert.deepEqual([before.creditBalance - now.creditBalance, now.held], [4, 0])
    await worker.stop()
    await fleet.untilWorkers(0)
  })

  test('is continued by the service when its only worker is killed, and pays for no page twice', async () => {
    const comments = serveComments(site, plainPages(4))
    const before = await balance()
    let isAsked = false
    comments.instead.set('40', () => {
      // Never answered: its worker is killed while it waits.
      isAsked = true
    })
    const args = ['--nats-url', fleet.broker.url, '--allow-hosts', '127.0.0.1', '--browser', '/none']
    const doomed = startWorkerProcess([...args, '--name', 'doomed', '--parse-workers', '1'])
    await fleet.untilWorkers(1)
    const id = await start()
    await until(async () => isAsked)
    comments.instead.delete('40')
    doomed.signal('SIGKILL')
    await doomed.ended
    const { job, ids, lines } = await outcome(id)
    assert.deepEqual([job.state, job.pages.end, ids], ['completed', 'last_page', ITEMS])
    assert.deepEqual(comments.asked, ['0', '20', '40', '40', '60'])
    assert.deepEqual(lines, paidPages(id, 4))
    const now = await balance()
    assert.deepEqual([before.creditBalance - now.creditBalance, now.held], [4, 0])
  })
})
