import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { meaningOf } from '../../../server/prebuilt/videosite/meaning.ts'
import { aboutAnswer, pageHeader } from './channel/channel-pages.ts'
import { ageGate, alert, failure } from './refusals.ts'

const MEANINGS: [what: string, body: unknown, status: number, meaning: string | undefined][] = [
  ['a page', pageHeader, 200, undefined],
  ['an About panel', aboutAnswer, 200, undefined],
  ['a page with a warning', { ...pageHeader, ...alert({ simpleText: 'Be careful.' }) }, 200, undefined],
  ['a notice', alert({ simpleText: 'Something is new.' }, 'INFO'), 200, undefined],
  ['a missing name', failure(404, 'NOT_FOUND'), 404, 'not_found'],
  ['a malformed id', failure(400, 'INVALID_ARGUMENT'), 400, 'not_found'],
  ['a saved error, whose status is gone', failure(404, 'NOT_FOUND'), 200, 'not_found'],
  ['a call without a session', failure(400, 'FAILED_PRECONDITION'), 400, 'blocked'],
  ['a request that fits no more', failure(400, 'OUT_OF_RANGE'), 400, 'changed'],
  ['an answer without credentials', {}, 401, 'blocked'],
  ['a refusal', {}, 403, 'blocked'],
  ['throttling', '<html>Slow down</html>', 429, 'blocked'],
  ['a fault of theirs', '<html></html>', 503, 'upstream_status'],
  ['a legal block', {}, 451, 'unavailable'],
  ['a dead channel', alert({ simpleText: 'This channel does not exist.' }), 200, 'not_found'],
  [
    'a dead channel, in German',
    alert({ runs: [{ text: 'Dieser Kanal ' }, { text: 'existiert nicht.' }] }),
    200,
    'not_found',
  ],
  ['a closed channel', alert({ simpleText: 'This account has been terminated.' }), 200, 'unavailable'],
  [
    'a removed channel',
    alert({ simpleText: 'This channel was removed because it broke the rules.' }),
    200,
    'unavailable',
  ],
  ['an alert without text', alert(null), 200, 'unavailable'],
  ['a private channel', alert({ simpleText: 'This channel is private.' }), 200, 'private'],
  ['an age gate', ageGate, 200, 'unavailable'],
  ['a captcha', '<html><form><div class="g-recaptcha"></div></form></html>', 200, 'blocked'],
  ['a captcha with a status', '<html>Our systems have detected unusual traffic</html>', 503, 'blocked'],
  ['a question for consent', '<form action="https://consent.videosite.example/save">', 200, 'blocked'],
  ['an empty answer', '', 200, 'blocked'],
  ['a page of HTML that says 404', '<html><title>404 Not Found</title></html>', 200, 'not_found'],
  ['prose', 'prose', 200, undefined],
  ['nothing', null, 200, undefined],
]

describe('the meaning of an answer of the platform', () => {
  for (const [what, body, status, meaning] of MEANINGS) {
    test(`${what} with status ${status}: ${meaning ?? 'data'}`, () => {
      const error = meaningOf(body, status)
      assert.equal(error?.code, meaning)
      if (error) assert.ok(error.facts.hint, 'every meaning has a hint')
    })
  }
})
