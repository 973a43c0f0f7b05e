import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { writeMetrics } from '../../server/operations/metrics-text.ts'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { noBroker } from '../support/nats-server.ts'
import { startTestApp } from '../support/start-app.ts'
import { type Fleet, startFleet } from './support/fleet.ts'

/** Reads values by name and labels, as a scraper does. Throws for a line that is neither a value nor a comment. */
function valuesIn(text: string): Map<string, number> {
  assert.ok(text.endsWith('\n'))
  const lines = text.split('\n').filter(line => line && !/^# (HELP|TYPE) \w+ \S/.test(line))
  return new Map(
    lines.map(line => {
      const [, name, value] = /^([a-z_]+(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\})?) (\S+)$/.exec(line) ?? []
      assert.ok(name && Number.isFinite(Number(value)), line)
      return [name, Number(value)]
    }),
  )
}

test('labels of metrics can contain any text, on one line', () => {
  const samples = [{ labels: { name: 'a "b"\\\n' }, value: 1 }]
  const text = writeMetrics([{ name: 'x', type: 'gauge', help: 'Help.', samples }])
  assert.equal(text, '# HELP x Help.\n# TYPE x gauge\nx{name="a \\"b\\"\\\\\\n"} 1\n')
})

test('metrics of a service without a broker mention no workers, and need a key', async () => {
  const service = await startTestApp()
  const answer = await service.call('/v1/metrics')
  assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  const values = valuesIn(answer.text)
  assert.deepEqual(
    [...values.keys()].filter(name => /worker|broker/.test(name)),
    [],
  )
  assert.equal(values.get('winnow_jobs{state="pending"}'), 0)
  assert.ok(values.get('process_cpu_seconds_total')! > 0)
  assert.equal((await service.call('/v1/metrics', { headers: { 'x-api-key': '' } })).status, 401)
  await service.stop()
})

describe('metrics of a service with workers', { skip: noBroker }, () => {
  let fleet: Fleet
  before(async () => {
    fleet = await startFleet({ workers: 1 })
  })
  after(() => fleet?.stop())

  const read = async () => valuesIn((await fleet.service.call('/v1/metrics')).text)

  test('follow the job queue and the pages that workers have read', async () => {
    const parser = await fleet.service.parser({ fields: { title: 'h1' } })
    const gate = gatePage(fleet.site, '/gate')
    const ids = await Promise.all(Array.from({ length: 6 }, () => fleet.job(parser, '/gate')))
    await gate.waiting(4)
    const busy = await read()
    assert.deepEqual(
      ['pending', 'running'].map(state => busy.get(`winnow_jobs{state="${state}"}`)),
      [2, 4],
    )
    assert.equal(busy.get('winnow_broker_connected'), 1)
    assert.equal(busy.get('winnow_workers{pool="default",state="ready"}'), 1)
    assert.equal(busy.get('winnow_worker_places{pool="default",mode="http"}'), 4)
    assert.equal(busy.get('winnow_worker_pages_running'), 4)
    gate.open()
    await gate.waiting(2)
    gate.open()
    for (const id of ids) assert.equal((await fleet.service.ended(`/v1/jobs/${id}`)).state, 'completed')
    const quiet = await until(async () => {
      const values = await read()
      return values.get('winnow_worker_pages_running') === 0 && values
    })
    assert.equal(quiet.get('winnow_worker_pages_total'), 6)
    assert.equal(quiet.get('winnow_credits_held'), 0)
  })
})
