import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { scrapeEach, startRunSite } from './support/run-site.ts'

const runs = startRunSite()

test('when a record is deleted during a run, the failed items name it and say how to restore it', async () => {
  const gate = gatePage(runs.site, '/gate')
  const { id: database_id } = await makeDatabase(runs.service)
  const body = { url: 'https://example.com/hook', events: ['workflow_run.failed'] }
  const webhook_id = (await runs.service.call('/v1/webhooks', { json: body })).json.id
  const child = await runs.workflow({ nodes: [['start', 'input']] })
  const ends = [
    ['write', 'write_rows', { database_id }],
    ['read', 'read_rows', { database_id }],
    ['send', 'webhook', { webhook_id }],
    ['sub', 'sub_workflow', { workflow_id: child }],
  ] as const
  const id = await runs.workflow({
    nodes: [...scrapeEach(runs.parser), ...ends.map(([...node]) => node)],
    edges: ['start → each', 'each → page', ...ends.map(([node]) => `page → ${node}`)],
  })
  const started = await runs.start(id, { urls: [`${runs.site.url}/gate`] })
  await gate.waiting(1)
  await runs.rewrite(id, { nodes: [['start', 'input']] })
  for (const path of [`databases/${database_id}`, `webhooks/${webhook_id}`, `workflows/${child}`])
    assert.equal((await runs.service.call(`/v1/${path}`, { method: 'DELETE' })).status, 204, path)
  gate.open()
  const run = await runs.runEnded(started.json.id)
  for (const [node, , config] of ends) {
    const [{ error }] = await runs.items(run, node)
    assert.equal(error.field, Object.keys(config)[0], node)
    assert.match(error.hint, /restored? .*7 days/i, node)
  }
})
