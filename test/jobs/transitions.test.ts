import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type GatePage, gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'

/** The status that each action answers, by state of the job. An action that the state forbids is a 409 and changes nothing. */
const ALLOWED = {
  pending: { cancel: 200, retry: 409, reparse: 409, result: 409, page: 409, delete: 409 },
  running: { cancel: 200, retry: 409, reparse: 409, result: 409, page: 409, delete: 409 },
  completed: { cancel: 409, retry: 409, reparse: 202, result: 200, page: 200, delete: 204 },
  failed: { cancel: 409, retry: 202, reparse: 202, result: 409, page: 200, delete: 204 },
  cancelled: { cancel: 409, retry: 202, reparse: 409, result: 409, page: 409, delete: 204 },
  skipped: { cancel: 409, retry: 202, reparse: 409, result: 409, page: 409, delete: 409 },
}
type JobState = keyof typeof ALLOWED
type Action = keyof (typeof ALLOWED)['pending']

let gate: GatePage
const jobs = startJobSite({}, async ({ site, service }) => {
  gate = gatePage(site, '/gate')
  await service.admin('/admin/accounts/default', { limits: { job_concurrency: 1 } })
})

const idOf = async (path: string) => (await jobs.scrape(path)).json.id as string
const read = async (id: string) => (await jobs.service.call(`/v1/jobs/${id}`)).json
const cancel = (id: string) => jobs.service.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })

test('a cancelled job no longer has a stage, in the answer and in its last event', async () => {
  const id = await idOf('/gate')
  await gate.waiting(1)
  const events = jobs.service.call(`/v1/jobs/${id}/events`)
  assert.deepEqual((await read(id)).progress, { stage: 'fetch' })
  const { json } = await cancel(id)
  assert.deepEqual([json.state, json.progress], ['cancelled', null])
  const last = JSON.parse((await events).text.trim().split('data: ').at(-1)!)
  assert.deepEqual([last.state, last.progress], ['cancelled', null])
  const { error } = (await jobs.service.call(`/v1/jobs/${id}/result`)).json
  assert.equal(error, 'This job has no result: it was cancelled.')
  await gate.waiting(0)
})

async function endedAs(path: string): Promise<string> {
  const id = await idOf(path)
  await jobs.ended(id)
  return id
}

const CREATE_IN_STATE: Record<JobState, () => Promise<string>> = {
  async pending() {
    await idOf('/gate')
    await gate.waiting(1)
    return idOf('/gate')
  },
  async running() {
    const id = await idOf('/gate')
    await gate.waiting(1)
    return id
  },
  completed: () => endedAs('/page'),
  failed: () => endedAs('/bare'),
  async cancelled() {
    const id = await idOf('/gate')
    await gate.waiting(1)
    await cancel(id)
    await gate.waiting(0)
    return id
  },
  async skipped() {
    const item = { input: { url: `${jobs.site.url}/page` } }
    const body = { target: { parser_id: jobs.parser }, items: [item, item], dedupe: true }
    const { id } = (await jobs.service.call('/v1/batches', { json: body })).json
    await jobs.batchEnded(id)
    return (await jobs.service.call(`/v1/batches/${id}/items`)).json.data[1].id
  },
}

const send = (id: string, action: Action) => {
  if (action === 'delete') return jobs.service.call(`/v1/jobs/${id}`, { method: 'DELETE' })
  const method = action === 'result' || action === 'page' ? 'GET' : 'POST'
  return jobs.service.call(`/v1/jobs/${id}/${action}`, { method })
}

/** Cancels all open jobs, so that the next case starts with none. */
async function clear() {
  for (const state of ['pending', 'running'])
    for (const { id } of (await jobs.service.call(`/v1/jobs?state=${state}`)).json.data) await cancel(id)
  await gate.waiting(0)
}

describe('a job in the state', () => {
  for (const [state, actions] of Object.entries(ALLOWED))
    for (const [action, status] of Object.entries(actions))
      test(`${state}: ${action} answers ${status}`, async () => {
        const id = await CREATE_IN_STATE[state as JobState]()
        const before = await read(id)
        assert.equal(before.state, state)
        const credits = await jobs.credits()
        const answer = await send(id, action as Action)
        assert.equal(answer.status, status, answer.text)
        if (status === 409) {
          assert.equal(answer.json.state, state)
          assert.deepEqual(await read(id), before)
          assert.deepEqual(await jobs.credits(), credits)
        }
        if (status === 202) {
          assert.equal(answer.headers.get('location'), `/v1/jobs/${answer.json.id}`)
          assert.equal(answer.json.retry_of, id)
          assert.deepEqual(await read(id), before, 'a final state never changes')
        }
        if (status === 204) assert.equal((await send(id, 'result')).status, 404)
        await clear()
        assert.equal((await jobs.credits()).held, 0)
      })
})

test('PUT on jobs and batches is 405', async () => {
  for (const path of ['/v1/jobs/job_1', '/v1/batches/bat_1'])
    assert.equal((await jobs.service.call(path, { method: 'PUT', json: {} })).status, 405)
})

test('a job and a batch of another account are a 404', async () => {
  const job = await endedAs('/page')
  const item = { input: { url: `${jobs.site.url}/page` } }
  const created = await jobs.service.call('/v1/batches', {
    json: { target: { parser_id: jobs.parser }, items: [item] },
  })
  const headers = { 'x-api-key': await jobs.service.keyFor('stranger') }
  const paths = [
    `/v1/jobs/${job}`,
    `/v1/jobs/${job}/result`,
    `/v1/jobs/${job}/page`,
    `/v1/jobs/${job}/events`,
  ]
  const batch = `/v1/batches/${created.json.id}`
  const absent = await jobs.service.call('/v1/jobs/job_none', { headers })
  for (const path of [...paths, batch, `${batch}/items`, `${batch}/export`, `${batch}/events`]) {
    const answer = await jobs.service.call(path, { headers })
    assert.deepEqual([answer.status, answer.text], [404, absent.text], path)
  }
  const json = { parser_id: jobs.parser, input: { url: `${jobs.site.url}/page` } }
  assert.equal((await jobs.service.call('/v1/jobs', { json, headers })).status, 404)
})
