import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { meaningOf } from '../../../server/prebuilt/shortvideo/meaning.ts'
import { commentList, html, profilePage, scope, sigiState, userDetail, videoPage } from './pages.ts'

const MEANINGS: [what: string, body: unknown, status: number, meaning: string | undefined][] = [
  ['a profile', profilePage, 200, undefined],
  ['an older profile', sigiState, 200, undefined],
  ['comments', commentList([], 0, 0), 200, undefined],
  ['an account that does not exist', userDetail({ userInfo: {}, statusCode: 10221 }), 200, 'not_found'],
  ['the same in an older code', userDetail({ statusCode: 10202 }), 200, 'not_found'],
  ['the same in an older page', { UserPage: { statusCode: 10202 } }, 200, 'not_found'],
  ['a private account without its profile', userDetail({ statusCode: 10222 }), 200, 'private'],
  ['an account with an unknown code', userDetail({ statusCode: 10225 }), 200, 'unavailable'],
  ['a video that is gone', videoPage({ statusCode: 10204 }), 200, 'not_found'],
  ['a private video', videoPage({ statusCode: 10216 }), 200, 'private'],
  ['a video of a private account', videoPage({ statusCode: '10222' }), 200, 'private'],
  ['a video closed to a country', videoPage({ statusCode: 10231 }), 200, 'unavailable'],
  ['a captcha', { statusCode: 10000, verify_event: { type: 'slide' } }, 200, 'blocked'],
  ['an unknown code of some other call', { status_code: 8 }, 200, undefined],
  ['a shell without data', scope({}), 200, 'blocked'],
  [
    'a puzzle',
    '<script id="slardar-config">{"slardarClient":"SlardarWAF"}</script>Please wait...',
    200,
    'blocked',
  ],
  ['a page with a captcha', '<div id="captcha_container"></div>', 200, 'blocked'],
  ['a refused network', '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>', 403, 'blocked'],
  ['an empty answer', '', 200, 'blocked'],
  ['a page whose state is cut off', `${html(profilePage).slice(0, 400)}`, 200, undefined],
  ['throttling', {}, 429, 'blocked'],
  ['a missing page', '<html></html>', 404, 'not_found'],
  ['a refused embedded page', '<html></html>', 400, 'changed'],
  ['a fault of theirs', '<html></html>', 503, 'upstream_status'],
  ['prose', 'prose', 200, undefined],
  ['nothing', null, 200, undefined],
]

describe('the meaning of an answer without data', () => {
  for (const [what, body, status, meaning] of MEANINGS) {
    test(`${what} with status ${status}: ${meaning ?? 'not said'}`, () => {
      const error = meaningOf(body, status)
      assert.equal(error?.code, meaning)
      if (error) assert.ok(error.facts.hint, 'every meaning has a hint')
    })
  }
})
