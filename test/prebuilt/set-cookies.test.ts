import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setCookies } from '../../server/prebuilt/set-cookies.ts'

describe('the cookies that an answer sets', () => {
  test('are read as names and values, without their attributes', () => {
    const headers = {
      'set-cookie':
        'a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=x=y; Secure,c="q"; Max-Age=60',
    }
    assert.deepEqual(setCookies(headers), ['a=1', 'b=x=y', 'c="q"'])
  })

  test('may be none at all', () => {
    assert.deepEqual(setCookies({}), [])
    assert.deepEqual(setCookies({ 'set-cookie': '' }), [])
  })
})
