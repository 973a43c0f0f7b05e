import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { startJobSite } from '../jobs/support/job-site.ts'
import { documentOf, scrapeEach } from '../workflows/support/run-site.ts'

const jobs = startJobSite()

/** Once a year: only runs that a test starts by hand happen. */
const YEARLY = { expression: '0 0 1 1 *', timezone: 'UTC' }

let count = 0
let gate: ReturnType<typeof gatePage>
let path: string
beforeEach(() => {
  path = `/gate-${count++}`
  gate = gatePage(jobs.site, path)
})

const send = (path: string, json?: object, key?: string) =>
  jobs.service.call(path, { ...(json && { json }), ...(key && { headers: { 'x-api-key': key } }) })

/** Creates a cron with overlap `replace` and runs it once: a batch of one page that is ready and others that are not. */
async function started(more: Record<string, unknown>, key?: string) {
  const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, key)
  const urls = ['/page', `${path}?1`, `${path}?2`, `${path}?3`].map(one => jobs.site.url + one)
  const target = { type: 'parser', id: parser, input: { urls } }
  const document = { name: 'test', ...YEARLY, overlap: 'replace', target, ...more }
  const created = await send('/v1/crons', document, key)
  assert.equal(created.status, 201, created.text)
  const { id } = created.json
  const first = (await send(`/v1/crons/${id}/run`, {}, key)).json
  const batch = async () => (await send(`/v1/batches/${first.batch_id}`, undefined, key)).json
  await until(async () => (await batch()).counts.completed === 1)
  return {
    batch,
    again: () => send(`/v1/crons/${id}/run`, {}, key),
    first: async () => (await send(`/v1/cron-runs/${first.id}`, undefined, key)).json,
    async put(change: object) {
      const json = { ...document, ...change }
      assert.equal((await jobs.service.call(`/v1/crons/${id}`, { method: 'PUT', json })).status, 200)
    },
  }
}

describe('a run that replaces another', () => {
  test('may spend what the replaced run held and did not use', async () => {
    const cron = await started({ budget: { per_day: 5 } })
    const second = await cron.again()
    assert.deepEqual([second.status, second.json.credits.reserved], [202, 4], second.text)
    const { state, reason, credits } = await cron.first()
    assert.deepEqual([state, reason, credits.used], ['cancelled', 'replaced', 1])
    gate.open()
  })

  test('is refused when its own budget is spent, and the other run continues', async () => {
    const cron = await started({ budget: { per_day: 5 } })
    await cron.put({ budget: { per_day: 1 } })
    const refused = await cron.again()
    assert.deepEqual([refused.status, refused.json.detail], [402, 'over_budget'], refused.text)
    const { state, credits } = await cron.first()
    assert.deepEqual([state, credits.reserved], ['running', 4])
    await until(async () => {
      gate.open()
      return (await cron.batch()).state === 'completed'
    })
    assert.equal((await cron.batch()).counts.completed, 4)
  })

  test('counts only the credits held by the replaced run as available again', async () => {
    const key = await jobs.service.keyFor('narrow')
    const { available } = (await send('/v1/credits', undefined, key)).json
    await jobs.service.admin('/admin/credits', { account: 'narrow', credits: 5 - available })
    const cron = await started({}, key)
    const second = await cron.again()
    assert.deepEqual([second.status, (await cron.first()).state], [202, 'cancelled'], second.text)
    await until(async () => (await send('/v1/credits', undefined, key)).json.creditBalance === 3)
    const third = await cron.again()
    assert.deepEqual([third.status, third.json.error], [402, 'This call needs 4 credits; 3 available.'])
    const { state } = (await send(`/v1/cron-runs/${second.json.id}`, undefined, key)).json
    assert.equal(state, 'running')
    gate.open()
  })

  test('is refused when its workflow is no longer active, and the other run continues', async () => {
    const nodes = scrapeEach(jobs.parser)
    const workflow = { ...documentOf({ nodes }), state: 'active' }
    const { id } = (await send('/v1/workflows', workflow)).json
    const target = { type: 'workflow', id, input: { urls: [`${jobs.site.url}${path}`] } }
    const created = await send('/v1/crons', { name: 'test', ...YEARLY, overlap: 'replace', target })
    const first = (await send(`/v1/crons/${created.json.id}/run`, {})).json
    const json = { ...workflow, state: 'archived' }
    assert.equal((await jobs.service.call(`/v1/workflows/${id}`, { method: 'PUT', json })).status, 200)
    assert.equal((await send(`/v1/crons/${created.json.id}/run`, {})).status, 409)
    assert.equal((await send(`/v1/cron-runs/${first.id}`)).json.state, 'running')
    gate.open()
  })
})
