import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatePage } from '../jobs/support/gate-page.ts'
import { startJobSite } from '../jobs/support/job-site.ts'
import { connect } from './support/clients.ts'

/**
 * The longest wait of a tool is short here, so that the test soon shows whether the tool would wait as long as it was
 * asked to.
 */
const jobs = startJobSite({ mcp_wait_ms: 100 })

test('a tool that waits for a job or a batch answers before clients give up, and says how to go on waiting', async () => {
  const gate = gatePage(jobs.site, '/gate')
  const client = await connect(jobs.service.url, jobs.service.key, {}, '?groups=jobs,batches')
  const job = (await jobs.scrape('/gate')).json.id
  const items = [{ input: { url: `${jobs.site.url}/gate?2` } }]
  const target = { parser_id: jobs.parser }
  const batch = (await jobs.service.call('/v1/batches', { json: { target, items } })).json.id
  await gate.waiting(2)
  for (const [tool, id] of [
    ['job_get', job],
    ['batch_get', batch],
  ]) {
    const args = { id, wait: 60 }
    const { structuredContent: status } = await client.call(tool, args)
    assert.deepEqual([status.id, status.state, status.next_call], [id, 'running', { tool, arguments: args }])
    assert.match(status.hint, /ask again/)
    const part = await client.call(tool, { ...args, fields: ['state'] })
    const { hint, next_call, ...shown } = part.structuredContent
    assert.deepEqual(shown, { state: 'running' })
    assert.match(hint, /ask again/)
    assert.deepEqual(next_call.arguments, { ...args, fields: ['state'] }, 'the next call shows the same')
    const glance = await client.call(tool, { id })
    assert.deepEqual([glance.structuredContent.state, glance.structuredContent.hint], ['running', undefined])
  }
  gate.open()
  await jobs.ended(job)
  const { structuredContent: ended } = await client.call('job_get', { id: job, wait: 60 })
  assert.deepEqual([ended.state, ended.next_call, ended.attempts.length], ['completed', undefined, 1])
  await client.close()
})
