import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let parser: string
before(async () => {
  service = await startTestApp()
  for (const name of ['a', 'b']) parser = await service.parser({ fields: { title: 'h1' } }, { name })
  await service.call(`/v1/parsers/${parser}`, {
    method: 'PUT',
    json: { name: 'b', schema: { fields: { title: 'h2' } } },
  })
})
after(() => service.stop())

const cursorOf = async (path: string): Promise<string> => {
  const { json } = await service.call(`${path}?limit=1`)
  assert.equal(typeof json.next_cursor, 'string', path)
  return json.next_cursor
}

async function assertRefused(path: string, cursor: string) {
  const { status, json } = await service.call(`${path}?limit=1&cursor=${cursor}`)
  assert.deepEqual([status, json.error, json.field], [400, 'This cursor belongs to another list.', 'cursor'])
  assert.match(json.hint, /^Pass `next_cursor` of the previous page of this list/)
}

describe('a cursor of the list of parsers', () => {
  for (const list of [
    ...['batches', 'databases', 'crons', 'workflows', 'webhooks', 'sessions'],
    ...['jobs', 'workflow-runs', 'calls'],
  ])
    test(`is refused by the list of ${list}`, async () =>
      assertRefused(`/v1/${list}`, await cursorOf('/v1/parsers')))

  for (const list of ['fixtures', 'versions'])
    test(`is refused by the ${list} of a parser`, async () =>
      assertRefused(`/v1/parsers/${parser}/${list}`, await cursorOf('/v1/parsers')))
})

test('a cursor of the versions of a parser is refused by the list of parsers', async () =>
  assertRefused('/v1/parsers', await cursorOf(`/v1/parsers/${parser}/versions`)))
