import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asAnswer, asWritten, writeList, writeObject } from '../../server/operations/written-json.ts'

const textOf = (value: Parameters<typeof asAnswer>[0]) => asAnswer<Buffer>(value).toString()

test('stored JSON is inserted between other fields as it is', () => {
  const stored = asWritten('{"a": 1e3}')
  const object = writeObject({
    stored,
    name: 'ä"',
    left_out: undefined,
    none: null,
    list: writeList([stored, stored]),
  })
  assert.equal(
    textOf(object),
    '{"stored":{"a": 1e3},"name":"ä\\"","none":null,"list":[{"a": 1e3},{"a": 1e3}]}',
  )
})

test('an object without fields and an empty list are written as such', () => {
  assert.equal(textOf(writeObject({})), '{}')
  assert.equal(textOf(writeObject({ left_out: undefined, list: writeList([]) })), '{"list":[]}')
})

test('an answer has the fields that its headers name', () => {
  const answer = asAnswer<{ id: string }>(writeObject({ id: 'fix_1' }), { id: 'fix_1' })
  assert.equal(answer.id, 'fix_1')
})
