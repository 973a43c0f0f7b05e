import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { challengeCookies } from '../../../server/prebuilt/shortvideo/challenge.ts'
import { challengePage, puzzleFor } from './challenge-page.ts'

const forever = new AbortController().signal

const solutionOf = (cookie: string) => {
  const task = JSON.parse(Buffer.from(cookie.split(/=(.*)/)[1]!, 'base64').toString('utf8'))
  return { task, number: Buffer.from(task.d, 'base64').toString('utf8') }
}

describe('the puzzle page of a platform', () => {
  test('is solved with the number that has the wanted digest', async () => {
    const cookies = await challengeCookies(challengePage(puzzleFor(731)), forever)
    assert.deepEqual(
      cookies.map(cookie => cookie.split('=')[0]),
      ['_wafchallengeid', 'waforiginalreid'],
    )
    const { task, number } = solutionOf(cookies[0]!)
    assert.equal(number, '731')
    const digest = createHash('sha256')
      .update(Buffer.from(task.v.a, 'base64'))
      .update(number)
      .digest('base64')
    assert.equal(digest, task.v.c)
    assert.equal(task.kept, 'as it came')
    assert.equal(cookies[1], 'waforiginalreid=req-1')
  })

  test('is solved without a second cookie, and without padding of its base64', async () => {
    const page = `<p class="${puzzleFor(0).replace(/=+$/, '')}" id='cs'></p><p class="other_name" id="wci"></p>`
    const cookies = await challengeCookies(page, forever)
    assert.equal(cookies.length, 1)
    assert.match(cookies[0]!, /^other_name=/)
  })

  test('gives no cookies when the page contains no valid puzzle', async () => {
    const pageOfTask = (task: unknown) => challengePage(Buffer.from(JSON.stringify(task)).toString('base64'))
    const pages = [
      '',
      '<html></html>',
      challengePage('not base64 of JSON'),
      pageOfTask(null),
      pageOfTask({ v: {} }),
      pageOfTask({ v: { a: 'YQ==', c: 'YQ==' } }),
      challengePage(puzzleFor(1)).replace('id="wci"', 'id="other"'),
      challengePage(puzzleFor(1)).padEnd(30_000),
    ]
    for (const page of pages) assert.deepEqual(await challengeCookies(page, forever), [], page.slice(0, 200))
  })

  test('is given up when the call is cancelled', async () => {
    const reason = new Error('gone')
    const waiting = new AbortController()
    const solving = challengeCookies(challengePage(puzzleFor(1_000_001)), waiting.signal)
    setImmediate(() => waiting.abort(reason))
    await assert.rejects(solving, reason)
  })
})
