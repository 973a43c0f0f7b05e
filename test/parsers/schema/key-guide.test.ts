import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { KEY_GUIDE } from '../../../server/parsers/schema/key-guide.ts'
import { KEYS } from '../../../server/parsers/schema/keys.ts'

const problemsOf = (rule: object) => checkSchema({ fields: { x: rule } })

describe('the guide to the language', () => {
  test('describes every key, and no other', () => {
    assert.deepEqual(Object.keys(KEY_GUIDE).sort(), [...KEYS].sort())
  })

  test('gives values that are accepted', () => {
    const [formats] = /\[.*\]/.exec(KEY_GUIDE.formats!.hint)!
    assert.deepEqual(problemsOf({ css: 'p', type: 'date', formats: JSON.parse(formats) }), [])
    const [, headers] = /: (.*)\.$/.exec(KEY_GUIDE.headers!.hint)!
    for (const headersOfTable of headers!.split(/, | or /))
      assert.deepEqual(problemsOf({ table: 'table', headers: headersOfTable }), [])
    const [, remove] = /: (.*)\.$/.exec(KEY_GUIDE.remove!.hint)!
    assert.deepEqual(problemsOf({ css: 'p', remove }), [])
  })
})
