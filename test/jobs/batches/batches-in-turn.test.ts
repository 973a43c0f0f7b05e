import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../http/support/until.ts'
import { gatePage } from '../support/gate-page.ts'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite({}, ({ service }) =>
  service.admin('/admin/accounts/default', { limits: { job_concurrency: 1 } }),
)

describe('when an account may run one job at a time, jobs', () => {
  /** Creates a batch of pages `/page?<name><number>`. */
  const makeBatch = async (name: string, items: number, more: object = {}) => {
    const urls = Array.from({ length: items }, (_, i) => `${jobs.site.url}/page?${name}${i}`)
    const json = {
      target: { parser_id: jobs.parser },
      items: urls.map(url => ({ input: { url } })),
      ...more,
    }
    return (await jobs.service.call('/v1/batches', { json })).json.id as string
  }
  const requestedKeys = (from: number) =>
    jobs.site.requests.slice(from).flatMap(({ path, query }) => (path === '/page' ? [...query.keys()] : []))

  /** Starts with a job that holds the only slot until everything else has been created. */
  const requestOrderOf = async (make: () => Promise<string[]>) => {
    const gate = gatePage(jobs.site, '/gate')
    const first = (await jobs.scrape('/gate')).json.id
    await gate.waiting(1)
    const from = jobs.site.requests.length
    const paths = await make()
    gate.open()
    await jobs.ended(first)
    for (const path of paths) await jobs.service.ended(path)
    return requestedKeys(from)
  }

  test('are taken from its batches in turn, however long the first batch is', async () => {
    const order = await requestOrderOf(async () => [
      `/v1/batches/${await makeBatch('a', 8)}`,
      `/v1/batches/${await makeBatch('b', 3)}`,
      `/v1/batches/${await makeBatch('c', 2)}`,
    ])
    assert.deepEqual(order.slice(0, 7).toSorted(), ['a0', 'a1', 'a2', 'b0', 'b1', 'c0', 'c1'])
    assert.deepEqual(order.slice(-5), ['a3', 'a4', 'a5', 'a6', 'a7'])
    for (const name of ['a', 'b', 'c'])
      assert.deepEqual(
        order.filter(page => page.startsWith(name)),
        order.filter(page => page.startsWith(name)).toSorted(),
      )
  })

  test('are taken from batches by priority, and single jobs come before batches', async () => {
    const order = await requestOrderOf(async () => {
      const calm = await makeBatch('calm', 3)
      const urgent = await makeBatch('urgent', 2, { priority: 5 })
      const single = (await jobs.scrape('/page?single')).json.id
      return [`/v1/batches/${calm}`, `/v1/batches/${urgent}`, `/v1/jobs/${single}`]
    })
    assert.deepEqual(order, ['single', 'urgent0', 'urgent1', 'calm0', 'calm1', 'calm2'])
  })

  test('that are single do not wait for a slow page of a batch, only for each other', async () => {
    const slow = gatePage(jobs.site, '/slow')
    const json = { target: { parser_id: jobs.parser }, items: [{ input: { url: `${jobs.site.url}/slow` } }] }
    const batch = (await jobs.service.call('/v1/batches', { json })).json.id
    await slow.waiting(1)
    const gate = gatePage(jobs.site, '/gate2')
    const first = (await jobs.scrape('/gate2')).json.id
    const second = (await jobs.scrape('/page?second')).json.id
    await gate.waiting(1)
    assert.equal((await jobs.service.call(`/v1/jobs/${second}`)).json.state, 'pending')
    gate.open()
    assert.equal((await jobs.ended(first)).state, 'completed')
    assert.equal((await jobs.ended(second)).state, 'completed')
    assert.equal((await jobs.service.call(`/v1/batches/${batch}`)).json.state, 'running')
    slow.open()
    await jobs.batchEnded(batch)
  })

  test('that are single do not wait for a slow page of a batch before their next attempt', async () => {
    const slow = gatePage(jobs.site, '/slow')
    jobs.site.on('/busy', { status: 503, headers: { 'retry-after': '1' } })
    const json = { target: { parser_id: jobs.parser }, items: [{ input: { url: `${jobs.site.url}/slow` } }] }
    const batch = (await jobs.service.call('/v1/batches', { json })).json.id
    await slow.waiting(1)
    const single = (await jobs.scrape('/busy')).json.id
    await until(
      async () => (await jobs.service.call(`/v1/jobs/${single}`)).json.attempts[0]?.state === 'failed',
    )
    jobs.site.on('/busy', { body: '<h1>Kettle</h1>' })
    const { state, attempt } = await jobs.ended(single)
    assert.deepEqual([state, attempt], ['completed', 2])
    const [item] = (await jobs.service.call(`/v1/batches/${batch}/items`)).json.data
    assert.deepEqual([item.state, item.attempt], ['running', 1])
    slow.open()
    await jobs.batchEnded(batch)
  })
})
