import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { documentOf, scrapeEach } from '../workflows/support/run-site.ts'
import { startCronSite, YEARLY } from './support/cron-site.ts'

const { jobs, post, cron, ofPage, runsOf, read, ranNow } = startCronSite()

describe('a cron that fails', () => {
  test('pauses itself, reports the reason to webhooks, and can be resumed', async () => {
    jobs.site.on('/hook', { status: 204 })
    await post('/v1/webhooks', { url: `${jobs.site.url}/hook`, events: ['cron.*'] })
    const { id } = await cron({ ...ofPage('/bare'), max_consecutive_failures: 2 })
    assert.equal((await ranNow(id)).state, 'failed')
    const run = await ranNow(id)
    assert.equal(run.error.code, 'required_missing')
    const paused = await read(id)
    assert.deepEqual([paused.enabled, paused.next_run_at, paused.failures], [false, null, 2])
    assert.match(paused.paused_reason, /^2 runs in a row failed\. The last: /)
    const hookEvents = () =>
      jobs.site.requests.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(String(body)))
    await until(async () => hookEvents().length === 1)
    const [{ type, data }] = hookEvents()
    assert.deepEqual([type, data.cron_id, data.failures], ['cron.paused', id, 2])
    const resumed = (await post(`/v1/crons/${id}/resume`)).json
    assert.deepEqual([resumed.enabled, resumed.failures, resumed.paused_reason], [true, 0, null])
    assert.ok(resumed.next_run_at)
  })

  test('keeps the reason for its pause if it fails when it is run by hand, and sends no further event', async () => {
    const { id } = await cron({ ...ofPage('/bare'), max_consecutive_failures: 1 })
    jobs.site.on('/pauses', { status: 204 })
    const webhook = { url: `${jobs.site.url}/pauses`, events: ['cron.paused'] }
    const { id: webhookId } = (await post('/v1/webhooks', webhook)).json
    const paused = (await post(`/v1/crons/${id}/pause`, { reason: 'The shop is closed.' })).json
    assert.equal((await ranNow(id)).state, 'failed')
    const { paused_reason, version, failures } = await read(id)
    assert.deepEqual([paused_reason, version, failures], ['The shop is closed.', paused.version, 1])
    const { data } = (await jobs.service.call(`/v1/webhooks/${webhookId}/deliveries`)).json
    assert.equal(data.length, 1)
  })

  test('has its failures reset by a change that enables it, and by no other change', async () => {
    const fields = { name: 'test', ...YEARLY, ...ofPage('/bare'), max_consecutive_failures: 2 }
    const { id } = await cron(fields)
    const replaceCron = async (more = {}) => {
      const answer = await jobs.service.call(`/v1/crons/${id}`, {
        method: 'PUT',
        json: { ...fields, ...more },
      })
      return answer.json.failures
    }
    await ranNow(id)
    assert.equal(await replaceCron(), 1)
    await ranNow(id)
    assert.equal((await read(id)).enabled, false)
    assert.equal(await replaceCron({ enabled: false }), 2)
    assert.equal(await replaceCron({ enabled: true }), 0)
    assert.equal((await read(id)).paused_reason, null)
    await ranNow(id)
    const { enabled, failures } = await read(id)
    assert.deepEqual([enabled, failures], [true, 1])
  })

  /** Creates an active workflow that scrapes each of its URLs. */
  async function scrapingWorkflow(): Promise<string> {
    const document = { ...documentOf({ nodes: scrapeEach(jobs.parser) }), state: 'active' }
    const created = await post('/v1/workflows', document)
    assert.equal(created.status, 201, created.text)
    return created.json.id
  }
  const ofWorkflow = (id: string, paths: string[]) => ({
    target: { type: 'workflow', id, input: { urls: paths.map(path => jobs.site.url + path) } },
  })

  test('because all items of its workflow fail counts them, and is paused after too many such runs', async () => {
    const { id } = await cron({
      ...ofWorkflow(await scrapingWorkflow(), ['/bare?1', '/bare?2']),
      max_consecutive_failures: 3,
    })
    for (const failures of [1, 2, 3]) {
      const run = await ranNow(id)
      assert.deepEqual([run.state, run.failed, run.credits.used], ['failed', 2, 0])
      assert.equal((await read(id)).failures, failures)
      const of = (await jobs.service.call(`/v1/workflow-runs/${run.run_id}`)).json
      assert.deepEqual([of.state, of.items_failed], ['failed', 2])
    }
    const paused = await read(id)
    assert.deepEqual([paused.enabled, paused.next_run_at, paused.last_run.failed], [false, null, 2])
    assert.match(paused.paused_reason, /^3 runs in a row failed\. The last: /)
    assert.deepEqual(
      (await runsOf(id)).map(({ state, failed }) => [state, failed]),
      [
        ['failed', 2],
        ['failed', 2],
        ['failed', 2],
      ],
    )
  })

  test('only for some items completes with the number of failed items, and stays active', async () => {
    const target = ofWorkflow(await scrapingWorkflow(), ['/page', '/bare?1', '/bare?2'])
    const { id } = await cron({ ...target, max_consecutive_failures: 1 })
    const run = await ranNow(id)
    assert.deepEqual([run.state, run.failed, run.error], ['completed', 2, null])
    const shown = await read(id)
    assert.deepEqual([shown.enabled, shown.failures, shown.last_run.failed], [true, 0, 2])
    const [workflowRun] = (await jobs.service.call(`/v1/workflow-runs?cron_id=${id}`)).json.data
    assert.deepEqual([workflowRun.state, workflowRun.items_failed], ['completed', 2])
  })

  test('can be paused by hand with a reason, and then its queued run is skipped and reported to webhooks', async () => {
    const gate = gatePage(jobs.site, '/wait')
    const { id } = await cron({ ...ofPage('/wait'), overlap: 'queue' })
    await post(`/v1/crons/${id}/run`)
    await post(`/v1/crons/${id}/run`)
    await gate.waiting(1)
    const paused = await post(`/v1/crons/${id}/pause`, { reason: 'The shop moves.' })
    assert.deepEqual([paused.json.enabled, paused.json.paused_reason], [false, 'The shop moves.'])
    gate.open()
    const [waited] = await runsOf(id)
    assert.deepEqual(
      [waited.state, waited.reason, waited.message],
      ['skipped', 'paused', 'The cron was paused before its turn came.'],
    )
    const skippedEvents = () =>
      jobs.site.requests.filter(({ path, body }) => path === '/hook' && body.includes('cron.run.skipped'))
    await until(async () => skippedEvents().length === 1)
  })
})
