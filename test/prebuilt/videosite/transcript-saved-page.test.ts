import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeTranscript as api } from '../../../server/prebuilt/videosite/transcript/transcript.ts'
import * as captions from './captions.ts'
import { player, track, VIDEO } from './players.ts'

const read = (...saved: string[]) => api.output.parse(api.read(saved.flatMap(api.platform.payloadsOf)))

const GATED = player(track('en', undefined, '&exp=xpe'), track('de', undefined, '&exp=xpe'))

const html = (shown = '') =>
  `<!DOCTYPE html><html><head><script>var ytInitialPlayerResponse = ${JSON.stringify(GATED)};var meta = document.createElement('meta');</script></head><body>${shown}</body></html>`

const har = (...texts: [text: string, mimeType: string][]) =>
  JSON.stringify({
    log: { entries: texts.map(([text, mimeType]) => ({ response: { content: { text, mimeType } } })) },
  })

describe('a transcript that a user saved', () => {
  test('as HTML with the transcript open, of either panel', () => {
    for (const shown of [captions.shownModern, captions.shownOlder])
      assert.deepEqual(read(html(shown)), {
        video_id: VIDEO,
        language: null,
        segments: [
          { text: 'This is', start: 58, duration: 5 },
          { text: 'a pool', start: 63, duration: null },
        ],
        full_text: 'This is a pool',
      })
  })

  test('as HTML without it is withheld', () => {
    assert.throws(() => read(html()), { code: 'blocked' })
  })

  test('as a file of captions, in each format', () => {
    for (const file of [JSON.stringify(captions.json3), captions.srv1, captions.srv3])
      assert.ok(read(file).segments.length > 0)
  })

  test('as the answer of a panel', () => {
    for (const panel of [captions.searchPanel, captions.modernPanel])
      assert.ok(read(JSON.stringify(panel)).segments.length > 0)
  })

  test('as HTML and a file of captions, in any order', () => {
    const parts = [html(captions.shownModern), JSON.stringify(captions.json3)] as const
    assert.deepEqual(read(...parts), read(parts[1], parts[0]))
    assert.equal(read(...parts).segments[0]?.start, 1.11)
    assert.equal(read(...parts).video_id, VIDEO)
  })

  test('as a HAR file with the page, the captions and all the rest', () => {
    const file = har(
      [html(), 'text/html'],
      ['<svg/>', 'image/svg+xml'],
      [JSON.stringify(captions.json3), 'application/json'],
    )
    assert.equal(read(file).full_text, 'This is a tide pool')
  })

  test('with words in it that blocked pages have', () => {
    const text = captions.srv1.replace('by the sea', 'unusual traffic g-recaptcha')
    assert.match(read(text).full_text, /unusual traffic/)
  })
})
