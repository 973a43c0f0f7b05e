import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/**
 * A NUL, a bell, a right-to-left override and a line break, which are removed; the joiner in the family emoji stays.
 */
const SENT = 'price\u0000 of\u0007 tea\u202e,\r\n daily 👨\u200d👩'
const KEPT = 'price of tea,  daily 👨\u200d👩'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const nodes = [{ id: 'start', type: 'input', name: SENT }]

describe('invisible characters are removed from the name of', () => {
  for (const [what, create] of [
    ['a key', () => service.admin('/admin/keys', { name: SENT })],
    [
      'a parser',
      () => service.call('/v1/parsers', { json: { name: SENT, schema: { fields: { t: 'h1' } } } }),
    ],
    ['a session', () => service.call('/v1/sessions', { json: { name: SENT, hosts: ['shop.example'] } })],
    ['a workflow', () => service.call('/v1/workflows', { json: { name: SENT, nodes, edges: [] } })],
  ] as const)
    test(what, async () => {
      const { status, json, text } = await create()
      assert.deepEqual([status, json.name], [201, KEPT], text)
      if (json.nodes) assert.equal(json.nodes[0].name, KEPT)
    })

  test('a parser, which is refused when no other characters are left', async () => {
    const refused = await service.call('/v1/parsers', {
      json: { name: '\u0000\u202e', schema: { fields: { t: 'h1' } } },
    })
    assert.deepEqual([refused.status, refused.json.field], [400, 'name'], refused.text)
  })
})
