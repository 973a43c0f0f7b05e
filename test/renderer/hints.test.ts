import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesOf, hintOf } from '../../renderer/ui/form/choices.ts'

const MODE = {
  enum: ['append', 'upsert'],
  'x-labels': { append: 'Add every row', upsert: 'Update by key' },
}

test('a hint shows the labels of choices in place of their values', () => {
  const description = '`append`: each row is new; `upsert`: a known key is updated.'
  assert.equal(
    hintOf({ ...MODE, description }),
    '“Add every row”: each row is new; “Update by key”: a known key is updated.',
  )
})

test('a hint that names choices in mid-sentence is left out', () => {
  assert.equal(hintOf({ ...MODE, description: 'Whether to `append` rows, or `upsert` them.' }), '')
})

test('a hint writes “empty” for `null`, and keeps other code', () => {
  assert.equal(
    hintOf({ type: 'integer', description: 'The most of `items`; null: no limit.' }),
    'The most of `items`; empty: no limit.',
  )
})

test('choices of a nullable field have their labels', () => {
  const { enum: values, ...labels } = MODE
  assert.deepEqual(choicesOf({ ...labels, anyOf: [{ type: 'string', enum: values }, { type: 'null' }] }), [
    { value: 'append', label: 'Add every row' },
    { value: 'upsert', label: 'Update by key' },
  ])
})
