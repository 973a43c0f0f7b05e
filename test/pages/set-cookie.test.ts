import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ReceivedCookie, readSetCookie } from '../../server/pages/set-cookie.ts'

const NOW = Date.parse('2026-01-15T09:30:00Z')
const NEVER_EXPIRES = Number.POSITIVE_INFINITY
const in2031 = Date.parse('2031-06-09T10:18:14Z')

describe('a Set-Cookie line', () => {
  const cookies: [line: string, cookie: Partial<ReceivedCookie>][] = [
    ['a=1', { name: 'a', value: '1', domain: null, path: null, expiresAt: NEVER_EXPIRES, secure: false }],
    [' a = 1 ; Secure ', { name: 'a', value: '1', secure: true }],
    ['a=b=c', { value: 'b=c' }],
    ['a=', { value: '' }],
    ['a="1"', { value: '"1"' }],
    ['a=1; Domain=.Shop.Test', { domain: 'shop.test' }],
    ['a=1; domain=', { domain: null }],
    ['a=1; Path=/x; path=/y', { path: '/y' }],
    ['a=1; Path=x', { path: null }],
    ['a=1; Max-Age=60', { expiresAt: NOW + 60_000 }],
    ['a=1; Max-Age=0', { expiresAt: 0 }],
    ['a=1; Max-Age=-1', { expiresAt: 0 }],
    ['a=1; Max-Age=99999999999999999', { expiresAt: Date.UTC(9999, 11, 31, 23, 59, 59) }],
    ['a=1; Expires=Sat, 31 Dec 99999 23:59:59 GMT', { expiresAt: Date.UTC(9999, 11, 31, 23, 59, 59) }],
    ['a=1; Max-Age=soon', { expiresAt: NEVER_EXPIRES }],
    ['a=1; Expires=Mon, 09 Jun 2031 10:18:14 GMT', { expiresAt: in2031 }],
    ['a=1; expires=Mon, 09-Jun-2031 10:18:14 GMT', { expiresAt: in2031 }],
    ['a=1; Expires=Monday, 09-Jun-31 10:18:14 GMT', { expiresAt: in2031 }],
    ['a=1; Expires=some day', { expiresAt: NEVER_EXPIRES }],
    ['a=1; Expires=Mon, 09 Jun 2031 10:18:14 GMT; Max-Age=60', { expiresAt: NOW + 60_000 }],
    ['a=1', { httpOnly: false, sameSite: null }],
    [
      'a=1; HttpOnly; SameSite=lax; Priority=High',
      { name: 'a', value: '1', httpOnly: true, sameSite: 'Lax' },
    ],
    ['a=1; SameSite=Sometimes', { sameSite: null }],
    ['__Host-a=1; Secure; Path=/', { name: '__Host-a' }],
    ['__Secure-a=1; Secure', { name: '__Secure-a' }],
  ]
  for (const [header, cookie] of cookies)
    test(`"${header}" is a cookie`, () => assert.partialDeepStrictEqual(readSetCookie(header, NOW), cookie))

  const none = [
    '',
    'a',
    '=1',
    '; Secure',
    'a=b\tc',
    'a=\u00011',
    'a=中',
    `a=${'x'.repeat(4_096)}`,
    '__Secure-a=1',
    '__Host-a=1; Secure; Path=/; Domain=shop.test',
    '__Host-a=1; Path=/',
  ]
  for (const header of none)
    test(`${JSON.stringify(header.slice(0, 60))} is not a cookie`, () =>
      assert.equal(readSetCookie(header, NOW), null))
})
