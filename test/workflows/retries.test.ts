import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startRunSite, stepOf } from './support/run-site.ts'

const TEMPORARY_STATUSES = [408, 425, 429, 500, 503]
const PERMANENT_STATUSES = [400, 404, 409, 422]

const askedLater: number[] = []
const runs = startRunSite({}, ({ site }) => {
  for (const status of [...TEMPORARY_STATUSES, ...PERMANENT_STATUSES])
    site.on(`/status-${status}`, { status })
  site.on('/later', (_request, response) => {
    askedLater.push(performance.now())
    response.writeHead(503, { 'retry-after': '1' }).end()
  })
})

const timesAsked = (path: string) => runs.site.requests.filter(request => request.path === path).length

/** Creates a workflow with a POST request that is repeated once if that may help. */
const asking = (path: string) =>
  runs.workflow({
    nodes: [
      ['start', 'input'],
      [
        'ask',
        'http_request',
        { method: 'POST', url: runs.site.url + path },
        { on_error: 'retry', retries: 1 },
      ],
    ],
  })

describe('a request that is answered with', () => {
  for (const status of [...TEMPORARY_STATUSES, ...PERMANENT_STATUSES])
    test(`${status} is ${TEMPORARY_STATUSES.includes(status) ? '' : 'not '}repeated`, async () => {
      const run = await runs.run(await asking(`/status-${status}`))
      assert.equal(timesAsked(`/status-${status}`), TEMPORARY_STATUSES.includes(status) ? 2 : 1)
      assert.equal(run.error.retryable, TEMPORARY_STATUSES.includes(status))
    })

  test('Retry-After is not repeated before that time', async () => {
    await runs.run(await asking('/later'))
    const [first, second] = askedLater
    assert.ok(second! - first! >= 950, `${second! - first!} ms`)
  })
})

describe('a sub-workflow that failed', () => {
  const outer = async (path: string) => {
    const inner = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['ask', 'http_request', { method: 'POST', url: runs.site.url + path }],
      ],
    })
    const run = await runs.run(
      await runs.workflow({
        nodes: [
          ['start', 'input'],
          ['sub', 'sub_workflow', { workflow_id: inner }, { on_error: 'retry', retries: 2 }],
        ],
      }),
    )
    const { data } = (await runs.service.call(`/v1/workflow-runs?parent_run_id=${run.id}`)).json
    assert.deepEqual(stepOf(run, 'sub'), ['completed', 1, 0, 1, 0])
    return { runs: data.length, isRetryable: run.error.retryable }
  }

  test('temporarily is run again, as often as the node allows', async () => {
    assert.deepEqual(await outer('/status-503'), { runs: 3, isRetryable: true })
  })

  test('because too many runs are open may be run again', async () => {
    const inner = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['wait', 'delay', { seconds: 0.2 }],
      ],
    })
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '[1, 2]' }],
        ['sub', 'sub_workflow', { workflow_id: inner }],
      ],
    })
    const setLimit = (max_pending: number) =>
      runs.service.admin('/admin/accounts/default', { limits: { max_pending } })
    await setLimit(2)
    const run = await runs.run(id)
    await setLimit(20_000)
    const [{ error }] = await runs.items(run, 'sub', '&state=failed')
    assert.deepEqual([error.code, error.retryable], ['too_many_calls', true])
  })

  test('permanently is not run again', async () => {
    assert.deepEqual(await outer('/status-404'), { runs: 1, isRetryable: false })
  })
})
