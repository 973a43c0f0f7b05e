import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsIn, formatOf, valueIn } from '../../renderer/lib/body-format.ts'

const cases: [contentType: string, text: string, value: unknown][] = [
  ['application/json; charset=utf-8', '{"a": 1}', { a: 1 }],
  ['application/x-ndjson; charset=utf-8', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['text/event-stream; charset=utf-8', ': still here\n\ndata: {"a":1}\n\n', [{ a: 1 }]],
  ['text/csv; charset=utf-8; header=present', 'a\n1\n', 'a\n1\n'],
  ['image/png', 'anything', 'anything'],
]

describe('the body of an answer', () => {
  for (const [contentType, text, value] of cases)
    test(`of type ${contentType} is read in that format`, () => {
      assert.deepEqual(valueIn(text, formatOf(contentType).shape), value)
    })

  test('without a content type is read as text', () => {
    assert.deepEqual(formatOf(null), { shape: 'text', ending: 'txt' })
  })

  test('of a stream that is still open gives the events that are complete', () => {
    assert.deepEqual(eventsIn('data: 1\n\ndata: 2\n\ndata: 3\n'), ['1', '2'])
  })
})
