import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startRunSite } from './support/run-site.ts'

const PASSING = [408, 425, 429, 500, 503]
const LASTING = [400, 404, 409, 422]

const askedLater: number[] = []
const runs = startRunSite({}, ({ site }) => {
  for (const status of [...PASSING, ...LASTING]) site.on(`/status-${status}`, { status })
  site.on('/later', (_request, response) => {
    askedLater.push(performance.now())
    response.writeHead(503, { 'retry-after': '1' }).end()
  })
})

const timesAsked = (path: string) => runs.site.requests.filter(request => request.path === path).length

/** A workflow with a POST that it makes again once if that may help. */
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

describe('a request that is answered', () => {
  for (const status of [...PASSING, ...LASTING])
    test(`${status} is ${PASSING.includes(status) ? '' : 'not '}made again`, async () => {
      const run = await runs.run(await asking(`/status-${status}`))
      assert.equal(timesAsked(`/status-${status}`), PASSING.includes(status) ? 2 : 1)
      assert.equal(run.error.retryable, PASSING.includes(status))
    })

  test('with Retry-After is made again no sooner', async () => {
    await runs.run(await asking('/later'))
    const [first, second] = askedLater
    assert.ok(second! - first! >= 950, `${second! - first!} ms`)
  })
})
