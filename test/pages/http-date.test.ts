import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseCookieDate, parseUtcDate } from '../../server/base/http-date.ts'
import { retryAfterMs } from '../../server/pages/politeness/retry-after.ts'
import { readSetCookie } from '../../server/pages/set-cookie.ts'
import { readCookie } from '../../server/sessions/cookie-fields.ts'

const NOW = Date.parse('2026-01-15T09:30:00Z')
const JUNE = Date.parse('2031-06-09T10:18:14Z')

/** Half an hour beside every zone of whole hours, with daylight saving time. */
const FAR_ZONE = 'America/St_Johns'
const { TZ = '' } = process.env
before(() => {
  process.env.TZ = FAR_ZONE
  assert.notEqual(new Date(JUNE).getTimezoneOffset(), 0)
})
after(() => {
  if (TZ) process.env.TZ = TZ
  else delete process.env.TZ
})

describe('the date of a cookie, on a machine that is not in UTC', () => {
  const dates: [text: string, at: string | null][] = [
    ['Mon, 09 Jun 2031 10:18:14 GMT', '2031-06-09T10:18:14Z'],
    ['Mon, 09 Jun 2031 10:18:14', '2031-06-09T10:18:14Z'],
    ['Mon, 09-Jun-2031 10:18:14', '2031-06-09T10:18:14Z'],
    ['Mon Jun  9 10:18:14 2031', '2031-06-09T10:18:14Z'],
    ['10:18:14 2031 june 9', '2031-06-09T10:18:14Z'],
    ['Mon, 09 Jun 2031 10:18:14 GMT+1', '2031-06-09T10:18:14Z'],
    ['Mon, 09 Jun 2031 10:18:14 America/St_Johns', '2031-06-09T10:18:14Z'],
    ['9-Jun-31 1:2:3', '2031-06-09T01:02:03Z'],
    ['9-Jun-69 1:2:3', '2069-06-09T01:02:03Z'],
    ['9-Jun-70 1:2:3', '1970-06-09T01:02:03Z'],
    ['29 Feb 2028 00:00:00.5', '2028-02-29T00:00:00Z'],
    ['29 Feb 2027 00:00:00', null],
    ['0 Jun 2031 10:18:14', null],
    ['9 Jun 2031 24:00:00', null],
    ['9 Jun 2031 10:18', null],
    ['9 Jun 1600 10:18:14', null],
    ['2031-06-09T10:18:14', null],
    ['', null],
  ]
  for (const [text, at] of dates)
    test(`"${text}"`, () => assert.equal(parseCookieDate(text), at === null ? Number.NaN : Date.parse(at)))
})

describe('a date without a zone is UTC', () => {
  for (const text of [
    '2031-06-09T10:18:14',
    '2031-06-09 10:18:14',
    '6/9/2031, 10:18:14 AM',
    'Mon Jun  9 10:18:14 2031',
    'Mon Jun 09 2031 12:18:14 GMT+0200 (CEST)',
    '2031-06-09T10:18:14Z',
    '2031-06-09T07:48:14-02:30',
  ])
    test(`"${text}"`, () => assert.equal(parseUtcDate(text), JUNE))

  test('in Set-Cookie, exported cookies and Retry-After', () => {
    assert.equal(readSetCookie('a=1; Expires=Mon, 09-Jun-31 10:18:14', NOW)!.expiresAt, JUNE)
    const exported = { name: 'a', value: '1', domain: 'shop.test', expires: '2031-06-09T10:18:14' }
    assert.partialDeepStrictEqual(readCookie(exported), { expiresAt: JUNE })
    assert.equal(retryAfterMs('Thu Jan 15 09:31:00 2026', NOW), 60_000)
  })
})
