import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeChannel } from '../../../../server/prebuilt/videosite/channel/channel.ts'
import { harOf } from '../../support/har.ts'
import { loaded } from '../../support/loaded.ts'
import { ageGate, alert, failure } from '../refusals.ts'
import * as pages from './channel-pages.ts'

const api = await loaded(videositeChannel)

const channelFrom = (...savedPages: string[]) => api.read(savedPages.flatMap(page => api.payloadsOf(page)))

const WHOLE = channelFrom(JSON.stringify(pages.pageHeader), JSON.stringify(pages.aboutAnswer))

/** The state as the mobile site writes it, with every character but letters and digits escaped. */
const hexadecimal = (state: unknown) =>
  JSON.stringify(state).replace(/[^\w]/g, char => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)

describe('a saved channel page', () => {
  test('is read from HTML with the About panel open', () => {
    assert.deepEqual(channelFrom(pages.html({ ...pages.pageHeader, ...pages.aboutAnswer })), WHOLE)
  })

  test('is read from HTML of the mobile site, which has its state as an escaped string', () => {
    const state = hexadecimal({ ...pages.pageHeader, ...pages.aboutAnswer })
    assert.deepEqual(channelFrom(`<script>var ytInitialData = '${state}';</script>`), WHOLE)
  })

  test('is read from HTML of earlier years', () => {
    const page = `<script>\n    window["ytInitialData"] = ${JSON.stringify(pages.aboutTab)};\n    window["ytInitialPlayerResponse"] = null;</script>`
    assert.equal(channelFrom(page).metrics.view_count, 9_304_881)
  })

  test('is read from HTML of the page and JSON of the panel, in any order', () => {
    const parts = [pages.html(pages.pageHeader), JSON.stringify(pages.aboutAnswer)] as const
    assert.deepEqual(channelFrom(...parts), WHOLE)
    assert.deepEqual(channelFrom(parts[1], parts[0]), WHOLE)
  })

  test('is read from a HAR file that also has unrelated answers', () => {
    const file = harOf(
      ['{"error":{"code":401,"status":"UNAUTHENTICATED"}}', 'application/json'],
      [pages.html(pages.pageHeader), 'text/html; charset=utf-8'],
      ['console.log("unusual traffic")', 'text/javascript'],
      [JSON.stringify(pages.aboutAnswer), 'application/json; charset=UTF-8'],
    )
    assert.deepEqual(channelFrom(file), WHOLE)
  })

  test('fails like a call when it is a refusal', () => {
    const refused = (page: string) => () => channelFrom(page)
    assert.throws(refused(JSON.stringify(failure(404, 'NOT_FOUND'))), { code: 'not_found' })
    assert.throws(refused(pages.html(alert({ simpleText: 'This account has been terminated.' }))), {
      code: 'unavailable',
    })
    assert.throws(refused(pages.html(ageGate)), { code: 'unavailable' })
    assert.throws(refused('<html><div class="g-recaptcha"></div></html>'), { code: 'blocked' })
    assert.throws(refused('<html><p>Something else</p></html>'), { code: 'changed' })
  })
})
