import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const cronBody = async () => ({
  name: 'c',
  expression: '0 9 * * *',
  timezone: 'UTC',
  target: {
    type: 'parser',
    id: await service.parser({ fields: { title: 'h1' } }),
    input: { url: 'https://shop.example/' },
  },
})

/** The body that creates a record of each kind. */
const BODIES: Record<string, () => unknown> = {
  parsers: () => ({ name: 'p', schema: { fields: { title: 'h1' } } }),
  databases: () => ({ name: 'd', columns: [{ name: 'title', type: 'string' }] }),
  crons: cronBody,
  workflows: () => ({ name: 'w', nodes: [{ id: 'start', type: 'input' }], edges: [] }),
  webhooks: () => ({ url: 'https://hooks.example/', events: ['job.*'] }),
}

for (const [kind, bodyOf] of Object.entries(BODIES)) {
  describe(`a deletion of ${kind} with \`If-Match\``, () => {
    const remove = (id: string, ifMatch: string) =>
      service.call(`/v1/${kind}/${id}`, { method: 'DELETE', headers: { 'if-match': ifMatch } })

    test('is refused with 412 when it names an earlier version, and succeeds when it names the newest', async () => {
      const body = await bodyOf()
      const { id } = (await service.call(`/v1/${kind}`, { json: body })).json
      assert.equal((await service.call(`/v1/${kind}/${id}`, { method: 'PUT', json: body })).json.version, 2)

      const stale = await remove(id, '1')
      assert.deepEqual([stale.status, stale.json.detail], [412, 'stale'], stale.text)
      assert.equal((await service.call(`/v1/${kind}/${id}`)).status, 200)

      assert.equal((await remove(id, '"2"')).status, 204)
      assert.equal((await remove(id, '2')).status, 404)
    })

    test('succeeds with `*`', async () => {
      const { id } = (await service.call(`/v1/${kind}`, { json: await bodyOf() })).json
      assert.equal((await remove(id, '*')).status, 204)
    })
  })
}

test('a deletion that names an earlier version is refused with 412, even when a dependent record would refuse it with 409', async () => {
  const body = await cronBody()
  await service.call('/v1/crons', { json: body })
  const path = `/v1/parsers/${body.target.id}`
  const remove = (ifMatch: string) =>
    service.call(path, { method: 'DELETE', headers: { 'if-match': ifMatch } })
  assert.deepEqual([(await remove('7')).status, (await remove('1')).status], [412, 409])
})
