import assert from 'node:assert/strict'
import { until } from '../../http/support/until.ts'
import { startJobSite } from '../../jobs/support/job-site.ts'

/** Once a year: only runs that a test starts by hand happen. */
export const YEARLY = { expression: '0 0 1 1 *', timezone: 'UTC' }

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any

/** A service with a site to fetch from, for tests of crons. */
export function startCronSite() {
  const jobs = startJobSite()

  const post = (path: string, json: unknown = {}, headers = {}) => jobs.service.call(path, { json, headers })

  async function cron(fields: Record<string, unknown>): Promise<Json> {
    const created = await post('/v1/crons', { name: 'test', ...YEARLY, ...fields })
    assert.equal(created.status, 201, created.text)
    return created.json
  }

  const ofPage = (path: string) => ({
    target: { type: 'parser', id: jobs.parser, input: { url: jobs.site.url + path } },
  })
  const runsOf = async (id: string): Promise<Json[]> =>
    (await jobs.service.call(`/v1/crons/${id}/runs`)).json.data
  const read = async (id: string) => (await jobs.service.call(`/v1/crons/${id}`)).json

  /** Runs a cron and waits until the run has ended. */
  async function ranNow(id: string): Promise<Json> {
    const started = await post(`/v1/crons/${id}/run`)
    assert.equal(started.status, 202, started.text)
    assert.equal(started.headers.get('location'), `/v1/cron-runs/${started.json.id}`)
    let run: Json
    await until(async () => {
      run = (await jobs.service.call(`/v1/cron-runs/${started.json.id}`)).json
      return run.finished_at !== null
    })
    return run
  }

  return { jobs, post, cron, ofPage, runsOf, read, ranNow }
}
