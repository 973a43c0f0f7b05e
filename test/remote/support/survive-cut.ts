import assert from 'node:assert/strict'
import { until } from '../../http/support/until.ts'
import { gatePage } from '../../jobs/support/gate-page.ts'
import type { Fleet } from './fleet.ts'

/** A connection between service, broker or worker that a test can interrupt. */
interface Interruption {
  cut(): void
  mend(): void
}

/**
 * Checks that a page is read again when its worker cannot answer, that each job is paid once, and that workers read again
 * afterwards.
 */
export async function assertSurvivesCut(fleet: Fleet, { cut, mend }: Interruption): Promise<void> {
  const { service, site } = fleet
  const gate = gatePage(site, '/gate')
  site.on('/page', { body: '<h1>Page</h1>' })
  const parser = await service.parser({ fields: { title: 'h1' } })
  const before = (await service.call('/v1/credits')).json.creditBalance
  const id = await fleet.job(parser, '/gate')
  await gate.waiting(1)
  cut()
  await gate.waiting(2)
  gate.open()
  const job = await service.ended(`/v1/jobs/${id}`)
  assert.deepEqual([job.state, job.attempt], ['completed', 1])
  mend()
  await fleet.untilWorkers(1)
  await until(async () => {
    const completedBefore = await fleet.completed()
    await service.ended(`/v1/jobs/${await fleet.job(parser, '/page')}`)
    return (await fleet.completed()) > completedBefore
  })
  const jobs = (await service.call(`/v1/jobs?limit=100&parser_id=${parser}`)).json.data
  assert.ok(jobs.every(({ state }: { state: string }) => state === 'completed'))
  const { creditBalance, held } = (await service.call('/v1/credits')).json
  assert.deepEqual([creditBalance, held], [before - jobs.length, 0])
}
