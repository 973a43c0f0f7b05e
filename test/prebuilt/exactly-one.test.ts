import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { exactlyOne } from '../../server/prebuilt/exactly-one.ts'

const schema = exactlyOne(
  z.strictObject({ url: z.string().optional(), id: z.string().optional(), page: z.int().default(1) }),
  'url',
  'id',
)

const issueOf = (input: unknown) => schema.safeParse(input).error?.issues[0]

describe('a schema that requires exactly one of two fields', () => {
  test('accepts either field', () => {
    assert.deepEqual(schema.parse({ url: 'a' }), { url: 'a', page: 1 })
    assert.deepEqual(schema.parse({ id: 'a', page: 2 }), { id: 'a', page: 2 })
  })

  test('names the first field when both are missing, the second when both are given', () => {
    const hint = { params: { hint: 'Give either `url` or `id`.' } }
    assert.partialDeepStrictEqual(issueOf({}), { code: 'custom', path: ['url'], ...hint })
    assert.partialDeepStrictEqual(issueOf({ url: 'a', id: 'b' }), { code: 'custom', path: ['id'], ...hint })
  })

  test('leaves other errors as they are', () => {
    assert.partialDeepStrictEqual(issueOf({ url: 7 }), { code: 'invalid_type', path: ['url'] })
    assert.partialDeepStrictEqual(issueOf({ url: 'a', more: 1 }), { code: 'unrecognized_keys' })
  })
})
