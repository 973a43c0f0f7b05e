import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/**
 * A NUL, a bell, a right-to-left override and a line break, which are removed; the joiner in the family emoji stays.
 */
const SENT_NAME = 'price\u0000 of\u0007 tea\u202e,\r\n daily 👨\u200d👩'
const SAVED_NAME = 'price of tea,  daily 👨\u200d👩'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const nodes = [{ id: 'start', type: 'input', name: SENT_NAME }]

describe('invisible characters are removed from the name of', () => {
  for (const [what, create] of [
    ['a key', () => service.admin('/admin/keys', { name: SENT_NAME })],
    [
      'a parser',
      () => service.call('/v1/parsers', { json: { name: SENT_NAME, schema: { fields: { t: 'h1' } } } }),
    ],
    ['a session', () => service.call('/v1/sessions', { json: { name: SENT_NAME, hosts: ['shop.example'] } })],
    ['a workflow', () => service.call('/v1/workflows', { json: { name: SENT_NAME, nodes, edges: [] } })],
  ] as const)
    test(what, async () => {
      const { status, json, text } = await create()
      assert.deepEqual([status, json.name], [201, SAVED_NAME], text)
      if (json.nodes) assert.equal(json.nodes[0].name, SAVED_NAME)
    })

  test('a parser, which is refused when no other characters are left', async () => {
    const refused = await service.call('/v1/parsers', {
      json: { name: '\u0000\u202e', schema: { fields: { t: 'h1' } } },
    })
    assert.deepEqual([refused.status, refused.json.field], [400, 'name'], refused.text)
  })
})
