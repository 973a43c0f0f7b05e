import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { createSession } from '../sessions/support/create-session.ts'
import { type LoginSite, startLoginSite } from '../sessions/support/login-site.ts'
import { noBroker } from '../support/nats-server.ts'
import { type Fleet, startFleet } from './support/fleet.ts'

describe('pages of a session', { skip: noBroker }, () => {
  let fleet: Fleet
  let site: LoginSite
  before(async () => {
    site = await startLoginSite()
    fleet = await startFleet()
  })
  after(async () => {
    await fleet?.stop()
    await site?.close()
  })

  async function order(parser: string) {
    const json = { type: 'scrape', parser_id: parser, input: { url: `${site.url}/orders` } }
    const { id } = (await fleet.service.call('/v1/jobs', { json })).json
    const { state, error } = await fleet.service.ended(`/v1/jobs/${id}`)
    return [state, error?.code]
  }

  test('are read by the service, or by a worker whose pool may have secrets, which returns changed cookies', async () => {
    const session = await createSession(fleet.service, 'shop', await site.logIn())
    const parser = await fleet.service.parser(
      { fields: { order: { css: '.order', required: true } } },
      { fetch: { session } },
    )
    assert.deepEqual(await order(parser), ['completed', undefined])
    await fleet.service.admin('/admin/settings/nats_pool_secrets', { value: ['default'] })
    // Each page needs the token that the previous one set.
    for (let page = 0; page < 3; page++) assert.deepEqual(await order(parser), ['completed', undefined])
    site.logOutAll()
    assert.deepEqual(await order(parser), ['failed', 'session_expired'])
    assert.equal((await fleet.service.call(`/v1/sessions/${session}`)).json.state, 'expired')
    await until(async () => (await fleet.completed()) === 4)
  })
})
