import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startJobSite } from '../jobs/support/job-site.ts'

const jobs = startJobSite()

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

/** A function that calls as a window of the app does: with a key of the app. */
async function windowOf(account: string) {
  await jobs.service.admin('/admin/accounts', { name: account })
  const { key } = (await jobs.service.admin('/admin/sign-in', { account })).json
  return (path: string, more: object = {}) =>
    jobs.service.call(path, { ...more, headers: { 'x-api-key': key } })
}

const read = async (path: string): Promise<Json[]> => (await jobs.service.admin(path)).json.data
const countsOf = (rows: Json[]) =>
  Object.fromEntries(rows.map(({ operation, calls, failed }) => [operation, [calls, failed]]))

describe('the usage of an account', () => {
  test('leaves out the reads of the app itself, unless `app_reads` is set', async () => {
    const window = await windowOf('looks')
    await window('/v1/jobs')
    await window('/v1/jobs/job_none')
    await window(`/v1/scrape?url=${jobs.site.url}/page`)
    assert.deepEqual(countsOf(await read('/admin/usage?account=looks')), { scrape: [1, 1] })
    assert.deepEqual(countsOf(await read('/admin/usage?account=looks&app_reads=true')), {
      scrape: [1, 1],
      'job-list': [1, 0],
      'job-get': [1, 1],
    })
    assert.deepEqual(countsOf(await read('/admin/usage?account=looks&source=app')), { scrape: [1, 1] })
    assert.deepEqual(await read('/admin/usage?account=looks&source=mcp'), [])
    const [{ ms }] = await read('/admin/usage?account=looks')
    assert.ok(Number.isInteger(ms) && ms >= 0)
  })

  test('includes the reads of a program with its own key', async () => {
    const { secret } = (await jobs.service.admin('/admin/keys', { account: 'program', name: 'p' })).json
    await jobs.service.call('/v1/jobs', { headers: { 'x-api-key': secret } })
    assert.deepEqual(countsOf(await read('/admin/usage?account=program')), { 'job-list': [1, 0] })
  })
})

test('an entry of the ledger and a call name the workflow run that they belong to', async () => {
  const nodes = [
    { id: 'start', type: 'input' },
    {
      id: 'page',
      type: 'operation',
      config: { operation: 'scrape', input: { parserId: jobs.parser, url: `${jobs.site.url}/page` } },
    },
  ]
  const document = { name: 'One page', state: 'active', nodes, edges: [{ from: 'start', to: 'page' }] }
  const workflow = (await jobs.service.call('/v1/workflows', { json: document })).json.id
  const run = (await jobs.service.call(`/v1/workflows/${workflow}/run`, { json: {} })).json.id
  await jobs.service.ended(`/v1/workflow-runs/${run}`)
  const [entry] = await read('/admin/ledger?kind=capture&limit=1')
  assert.deepEqual([entry.operation, entry.subject], ['scrape', `${run}/page/0`])
  const [call] = (await read('/admin/calls?limit=20')).filter(({ operation }) => operation === 'scrape')
  assert.deepEqual([call.run_id, call.job_id], [run, null])
})

describe('the errors of an account', () => {
  test('are grouped by cause, each with its count, hint, and the job of its last call', async () => {
    const window = await windowOf('default')
    const items = ['/bare?1', '/bare?2', '/none'].map(path => ({ input: { url: jobs.site.url + path } }))
    const json = { target: { parser_id: jobs.parser }, items }
    const batch = (await window('/v1/batches', { json })).json
    await jobs.batchEnded(batch.id)
    await window('/v1/jobs/job_none')
    const causes = await read('/admin/failures/causes')
    const lack = causes.find(({ error }) => error === 'required_missing')
    assert.deepEqual(
      [lack.operation, lack.parser_id, lack.status, lack.calls],
      ['scrape', jobs.parser, 422, 2],
    )
    assert.ok(lack.hint)
    const job = (await jobs.service.call(`/v1/jobs/${lack.last.job_id}`)).json
    assert.deepEqual([job.batch_id, job.error.code], [batch.id, 'required_missing'])
    assert.deepEqual(
      causes.filter(({ operation }) => operation === 'job-get'),
      [],
    )

    const failures = await read('/admin/failures?error=required_missing&operation=scrape&status=422')
    assert.deepEqual([failures.length, failures[0].job_id], [2, lack.last.job_id])
    assert.deepEqual(await read('/admin/failures?operation=none'), [])
    assert.equal((await read('/admin/failures?app_reads=true'))[0].operation, 'job-get')
  })
})
