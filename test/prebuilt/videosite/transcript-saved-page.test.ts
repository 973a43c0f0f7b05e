import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeTranscript } from '../../../server/prebuilt/videosite/transcript/transcript.ts'
import { harOf } from '../support/har.ts'
import { loaded } from '../support/loaded.ts'
import * as captions from './captions.ts'
import { player, track, VIDEO } from './players.ts'

const api = await loaded(videositeTranscript)

const read = (...savedPages: string[]) => api.output.parse(api.read(savedPages.flatMap(api.payloadsOf)))

const GATED_PLAYER = player(track('en', undefined, '&exp=xpe'), track('de', undefined, '&exp=xpe'))

const html = (panel = '') =>
  `<!DOCTYPE html><html><head><script>var ytInitialPlayerResponse = ${JSON.stringify(GATED_PLAYER)};var meta = document.createElement('meta');</script></head><body>${panel}</body></html>`

describe('a saved transcript', () => {
  test('is read from HTML with either kind of transcript panel open', () => {
    for (const panel of [captions.shownModern, captions.shownOlder])
      assert.deepEqual(read(html(panel)), {
        video_id: VIDEO,
        language: null,
        segments: [
          { text: 'This is', start: 58, duration: 5 },
          { text: 'a pool', start: 63, duration: null },
        ],
        full_text: 'This is a pool',
      })
  })

  test('is `blocked` when the HTML was saved without the transcript open', () => {
    assert.throws(() => read(html()), { code: 'blocked' })
  })

  test('is read from a caption file in each format', () => {
    for (const file of [JSON.stringify(captions.json3), captions.srv1, captions.srv3])
      assert.ok(read(file).segments.length > 0)
  })

  test('is read from the answer of a panel', () => {
    for (const panel of [captions.searchPanel, captions.modernPanel])
      assert.ok(read(JSON.stringify(panel)).segments.length > 0)
  })

  test('is read from HTML and a caption file, in any order', () => {
    const parts = [html(captions.shownModern), JSON.stringify(captions.json3)] as const
    assert.deepEqual(read(...parts), read(parts[1], parts[0]))
    assert.equal(read(...parts).segments[0]?.start, 1.11)
    assert.equal(read(...parts).video_id, VIDEO)
  })

  test('is read from a HAR file that also has unrelated answers', () => {
    const file = harOf(
      [html(), 'text/html'],
      ['<svg/>', 'image/svg+xml'],
      [JSON.stringify(captions.json3), 'application/json'],
    )
    assert.equal(read(file).full_text, 'This is a tide pool')
  })

  test('may contain words that are typical of block pages', () => {
    const text = captions.srv1.replace('by the sea', 'unusual traffic g-recaptcha')
    assert.match(read(text).full_text, /unusual traffic/)
  })
})
