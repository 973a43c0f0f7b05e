import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { until } from '../http/support/until.ts'
import { type ShortNode, scrapeEach, startRunSite } from '../workflows/support/run-site.ts'

const runs = startRunSite()

/** Runs a cron of a workflow over five pages, one at a time. Returns the cron run, the workflow run and the cron. */
async function runWorkflow(nodes: ShortNode[], budget: { per_run: number }, settings: object = {}) {
  const workflow = await runs.workflow({ nodes, settings: { concurrency: 1, ...settings } })
  const urls = Array.from({ length: 5 }, (_, i) => `${runs.site.url}/page?${i}`)
  const target = { type: 'workflow', id: workflow, input: { urls } }
  const document = { name: 'test', expression: '0 0 1 1 *', timezone: 'UTC', target, budget }
  const read = async (path: string) => (await runs.service.call(path)).json
  const created = await runs.service.call('/v1/crons', { json: document })
  const started = await runs.service.call(`/v1/crons/${created.json.id}/run`, { json: {} })
  const run = () => read(`/v1/cron-runs/${started.json.id}`)
  await until(async () => (await run()).finished_at !== null)
  const ended = await run()
  return {
    run: ended,
    ofWorkflow: await read(`/v1/workflow-runs/${ended.run_id}`),
    cron: await read(`/v1/crons/${created.json.id}`),
  }
}

describe('a workflow run that is ended by a budget', () => {
  test('is no failure of the cron when some items completed, and has the reason', async () => {
    const { run, ofWorkflow, cron } = await runWorkflow(scrapeEach(runs.parser), { per_run: 2 })
    assert.deepEqual([run.state, run.credits.used, cron.failures], ['completed', 2, 0])
    assert.deepEqual([ofWorkflow.state, ofWorkflow.error.code], ['failed', 'over_budget'])
    assert.deepEqual([run.error.code, run.message], ['over_budget', ofWorkflow.error.message])
  })

  test('is a failure of the cron when no item completed', async () => {
    const { path: _path, id } = await makeDatabase(runs.service)
    const nodes: ShortNode[] = [...scrapeEach(runs.parser), ['rows', 'write_rows', { database_id: id }]]
    const { run, cron } = await runWorkflow(nodes, { per_run: 2 })
    assert.deepEqual([run.state, run.error.code, cron.failures], ['failed', 'over_budget', 1])
  })

  test('has a hint that names the budget that was exceeded', async () => {
    const nodes = scrapeEach(runs.parser)
    const ofCron = await runWorkflow(nodes, { per_run: 2 })
    assert.match(ofCron.run.error.hint, /^Raise `budget\.per_run` or `budget\.per_day` of the cron/)
    const ofWorkflow = await runWorkflow(nodes, { per_run: 4 }, { budget: 2 })
    assert.match(ofWorkflow.run.error.hint, /^Raise `settings\.budget` of the workflow/)
    const workflow = await runs.workflow({ nodes })
    const input = { urls: [1, 2, 3].map(i => `${runs.site.url}/page?${i}`) }
    const { json } = await runs.start(workflow, input, { budget: 1 })
    assert.match((await runs.runEnded(json.id)).error.hint, /^Start it with a larger `budget`/)
  })
})
