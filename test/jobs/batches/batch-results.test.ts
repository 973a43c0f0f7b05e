import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../http/support/until.ts'
import { startTestApp } from '../../support/start-app.ts'
import { gatePage } from '../support/gate-page.ts'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite()

async function batchOf(paths: string[], more: object = {}) {
  const items = paths.map((path, n) => ({ custom_id: `c${n}`, input: { url: jobs.site.url + path } }))
  const json = { target: { parser_id: jobs.parser }, items, ...more }
  const { id } = (await jobs.service.call('/v1/batches', { json })).json
  await jobs.batchEnded(id)
  return async (query = '') => (await jobs.service.call(`/v1/batches/${id}/results${query}`)).json
}

describe('the results of a batch', () => {
  test('are listed with the items, in their order, and say why there is none', async () => {
    const results = await batchOf(['/page', '/bare', '/page?2'])
    const { data, has_more } = await results()
    const shown = data.map(({ custom_id, state, error, result }: Record<string, { code?: string }>) => [
      custom_id,
      state,
      error?.code,
      result,
    ])
    assert.deepEqual(shown, [
      ['c0', 'completed', undefined, { title: 'Kettle' }],
      ['c1', 'failed', 'required_missing', null],
      ['c2', 'completed', undefined, { title: 'Kettle' }],
    ])
    assert.equal(has_more, false)
    const { json } = await jobs.service.call(`/v1/jobs/${data[0].job_id}/result`)
    assert.deepEqual(json, data[0].result)
    const failed = await results('?state=failed')
    assert.deepEqual(
      failed.data.map(({ index }: { index: number }) => index),
      [1],
    )
  })

  test('say what became of them in the database of the batch', async () => {
    const columns = [{ name: 'title', type: 'integer' }]
    const database = (await jobs.service.call('/v1/databases', { json: { name: 'd', columns } })).json
    const { data } = await (await batchOf(['/page'], { database_id: database.id }))()
    assert.deepEqual([data[0].state, data[0].rows.added, data[0].rows.rejected], ['completed', 0, 1])
    assert.deepEqual(data[0].rows.faults, [{ column: 'title', error: '`title` must be an integer.' }])
    const [alone] = (await (await batchOf(['/page']))()).data
    assert.equal(alone.rows, null)
  })

  test('continue on the next page if they are long together', async () => {
    const paths = [1, 2, 3, 4, 5].map(n => `/long${n}`)
    for (const path of paths) jobs.site.on(path, { body: `<h1>${path.at(-1)!.repeat(250_000)}</h1>` })
    const results = await batchOf(paths)
    const first = await results()
    assert.deepEqual([first.data.length, first.has_more], [4, true])
    const { data, has_more } = await results(`?cursor=${first.next_cursor}`)
    assert.deepEqual([data.length, data[0].result.title.slice(0, 3), has_more], [1, '555', false])
  })

  test('of one state continue after the last one shown, although an earlier item ends meanwhile', async () => {
    const gate = gatePage(jobs.site, '/gate')
    const paths = [1, 2, 3, 4, 5].map(n => `/long${n}`)
    for (const path of paths) jobs.site.on(path, { body: `<h1>${path.at(-1)!.repeat(250_000)}</h1>` })
    let afterFirstRead: (() => Promise<unknown>) | undefined
    const service = await startTestApp({ allow_hosts: ['127.0.0.1'] }, ({ store: { batches } }) => {
      const { items } = batches
      batches.items = async (...query) => {
        const page = await items(...query)
        const change = afterFirstRead
        afterFirstRead = undefined
        await change?.()
        return page
      }
      return []
    })
    const parser_id = await service.parser({ fields: { title: 'h1' } })
    const items = ['/gate', ...paths].map(path => ({ input: { url: jobs.site.url + path } }))
    const { id } = (await service.call('/v1/batches', { json: { target: { parser_id }, items } })).json
    const batch = `/v1/batches/${id}`
    await until(async () => (await service.call(batch)).json.counts.completed === paths.length)
    afterFirstRead = () => {
      gate.open()
      return service.ended(batch)
    }
    const first = (await service.call(`${batch}/results?state=completed`)).json
    const rest = await service.call(`${batch}/results?state=completed&cursor=${first.next_cursor}`)
    const shown = [...first.data, ...rest.json.data].map(({ index }: { index: number }) => index)
    assert.deepEqual(shown, [1, 2, 3, 4, 5])
    await service.stop()
  })

  test('name a result that is too long for a list, which is read by itself', async () => {
    jobs.site.on('/huge', { body: `<h1>${'x'.repeat(700_000)}</h1>` })
    const { data } = await (await batchOf(['/huge', '/page']))()
    const [{ job_id, result, error }, page] = data
    assert.deepEqual([result, error.code, page.result.title], [null, 'too_large', 'Kettle'])
    assert.equal(error.hint, `Read it with \`GET /v1/jobs/${job_id}/result\`.`)
  })
})
