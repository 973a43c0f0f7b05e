import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '../../server/errors.ts'
import { firstThatWorks } from '../../server/prebuilt/first-that-works.ts'

const fails = (code: ErrorCode) => () => Promise.reject(new AppError(code, code))
const works = (value: string) => () => Promise.resolve(value)

describe('several ways to the same data', () => {
  test('the first that works gives it', async () => {
    assert.equal(
      await firstThatWorks([fails('blocked'), fails('timeout'), works('third'), works('fourth')]),
      'third',
    )
  })

  test('an answer of the platform ends the search', async () => {
    await assert.rejects(firstThatWorks([fails('not_found'), works('second')]), { code: 'not_found' })
    await assert.rejects(firstThatWorks([fails('cancelled'), works('second')]), { code: 'cancelled' })
    await assert.rejects(
      firstThatWorks([() => Promise.reject(new TypeError('ours')), works('second')]),
      TypeError,
    )
  })

  test('where none works the first one tells why', async () => {
    await assert.rejects(firstThatWorks([fails('blocked'), fails('changed')]), { code: 'blocked' })
  })

  test('or the one that is picked as more telling', async () => {
    const last = firstThatWorks([fails('blocked'), fails('changed')], failures => failures.at(-1))
    await assert.rejects(last, { code: 'changed' })
  })
})
