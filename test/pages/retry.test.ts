import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { DAY } from '../../server/base/times.ts'
import { toFetchError } from '../../server/pages/fetch/fetch-errors.ts'
import { type AttemptOutcome, pauseBeforeRetry, type RetryContext } from '../../server/pages/fetch/retry.ts'
import { retryAfterMs } from '../../server/pages/politeness/retry-after.ts'

const networkError = (code: string) => toFetchError(Object.assign(new Error(code), { code }), 'shop.test')

const pauseAfter = (outcome: Partial<AttemptOutcome>, situation: Partial<RetryContext> = {}) =>
  pauseBeforeRetry(
    { sent: true, ...outcome },
    { method: 'GET', safe: false, tries: 1, retries: 2, msLeft: 30_000, random: () => 1, ...situation },
  )

describe('a second attempt', () => {
  const statuses: [status: number, again: boolean][] = [
    [200, false],
    [304, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [408, false],
    [410, false],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [529, true],
    [999, false],
  ]
  for (const [status, again] of statuses)
    test(`after ${status} is ${again ? 'made' : 'not made'}`, () =>
      assert.equal(pauseAfter({ status }) !== null, again))

  const errors: [what: string, error: unknown, again: boolean][] = [
    ['a reset', networkError('ECONNRESET'), true],
    ['a broken connection', networkError('UND_ERR_SOCKET'), true],
    ['a refused connection', networkError('ECONNREFUSED'), true],
    ['a host out of reach', networkError('EHOSTUNREACH'), true],
    ['a connection that takes too long', networkError('UND_ERR_CONNECT_TIMEOUT'), true],
    ['a name that is not found', networkError('ENOTFOUND'), false],
    ['a certificate that is not good', networkError('CERT_HAS_EXPIRED'), false],
    ['an answer that is not HTTP', networkError('HPE_INVALID_CONSTANT'), false],
    ['a header that cannot be sent', networkError('UND_ERR_INVALID_ARG'), false],
    ['our own shutdown', networkError('UND_ERR_DESTROYED'), false],
    ['a forbidden target', new AppError('target_forbidden', 'No.'), false],
    ['a page that is too large', new AppError('page_too_large', 'No.'), false],
    ['a mistake of ours', new TypeError('x is not a function'), false],
  ]
  for (const [what, error, again] of errors)
    test(`after ${what} is ${again ? 'made' : 'not made'}`, () =>
      assert.equal(pauseAfter({ error }) !== null, again))

  const reset = networkError('ECONNRESET')
  const requests: [
    what: string,
    outcome: Partial<AttemptOutcome>,
    situation: Partial<RetryContext>,
    again: boolean,
  ][] = [
    ['a GET that was sent', { error: reset }, {}, true],
    ['a HEAD that was sent', { error: reset }, { method: 'HEAD' }, true],
    ['a POST that was sent', { error: reset }, { method: 'POST' }, false],
    ['a POST that was answered', { status: 503 }, { method: 'POST' }, false],
    ['a POST that was never sent', { error: reset, sent: false }, { method: 'POST' }, true],
    ['a POST that only reads', { error: reset }, { method: 'POST', safe: true }, true],
    ['a PUT that was sent', { error: reset }, { method: 'PUT' }, false],
    ['the last request allowed', { status: 503 }, { tries: 3 }, false],
    ['any request where none is allowed', { status: 503 }, { retries: 0 }, false],
  ]
  for (const [what, outcome, situation, again] of requests)
    test(`of ${what} is ${again ? 'made' : 'not made'}`, () =>
      assert.equal(pauseAfter(outcome, situation) !== null, again))
})

describe('the pause before a second attempt', () => {
  test('doubles each time, and half of it is random', () => {
    const pauses = (chance: number) =>
      [1, 2, 3].map(tries => pauseAfter({ status: 503 }, { tries, retries: 9, random: () => chance }))
    assert.deepEqual(pauses(0), [250, 500, 1_000])
    assert.deepEqual(pauses(1), [500, 1_000, 2_000])
  })

  test('is never longer than 30 s', () => {
    assert.equal(pauseAfter({ status: 503 }, { tries: 10, retries: 10, msLeft: 600_000 }), 30_000)
  })

  const asked: [askedMs: number | null, msLeft: number, pause: number | null][] = [
    [null, 30_000, 500],
    [0, 30_000, 500],
    [7_000, 30_000, 7_000],
    [7_000, 7_001, 7_000],
    [7_000, 7_000, null],
    [30_000, 600_000, 30_000],
    [30_001, 600_000, null],
    [null, 500, null],
  ]
  for (const [askedMs, msLeft, pause] of asked)
    test(`is ${pause ?? 'none'} when ${askedMs ?? 'nothing'} is asked for and ${msLeft} ms are left`, () =>
      assert.equal(pauseAfter({ status: 429, askedMs }, { msLeft }), pause))
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-15T09:30:00Z')
  const values: [value: string | undefined, ms: number | null][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 15 Jan 2026 09:30:20 GMT', 20_000],
    ['Thursday, 15-Jan-26 09:30:20 GMT', 20_000],
    ['Thu, 15 Jan 2026 09:00:00 GMT', 0],
    ['99999999999999999999', 365 * DAY],
    ['9'.repeat(400), 365 * DAY],
    ['Tue, 27 Nov 2099 00:00:00 GMT', 365 * DAY],
    [undefined, null],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['60, 120', 120_000],
    ['120,soon, 60', 120_000],
    ['Thu, 15 Jan 2026 09:30:20 GMT, 5', 20_000],
    ['Thu, 15 Jan 2026 09:30:20 GMT, Thu, 15 Jan 2026 09:30:40 GMT', 40_000],
  ]
  for (const [value, ms] of values)
    test(`"${value?.slice(0, 40)}" means ${ms ?? 'nothing'}`, () =>
      assert.equal(retryAfterMs(value, now), ms))
})
