import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeTranscript } from '../../../server/prebuilt/videosite/transcript/transcript.ts'
import { loaded } from '../support/loaded.ts'
import * as captions from './captions.ts'
import { botWall, player, refused, track, VIDEO } from './players.ts'

const api = await loaded(videositeTranscript)

type TranscriptInput = Parameters<typeof api.read>[1]

const read = (input: TranscriptInput, ...bodies: unknown[]) =>
  api.output.parse(
    api.read(
      bodies.map(body => ({ source: 'saved', body })),
      input,
    ),
  )

const segment = (text: string, start: number | null, duration: number | null) => ({ text, start, duration })

const pool = [segment('This is', 1.11, 9.12), segment('a tide\npool', 6.29, null)]

describe('a transcript', () => {
  test('from JSON leaves out events without text', () => {
    assert.deepEqual(read({ video_id: VIDEO, lang: 'en' }, captions.json3), {
      video_id: VIDEO,
      language: 'en',
      segments: pool,
      full_text: 'This is a tide pool',
    })
  })

  test('from srv1 is unescaped twice, without formatting', () => {
    const { segments, full_text } = read({}, captions.srv1)
    assert.deepEqual(segments, [
      segment("it's not 3 < 4\nby the sea", 0.13, 3.646),
      segment('"AT&T" <heart', 7, 1.5),
    ])
    assert.equal(full_text, 'it\'s not 3 < 4 by the sea "AT&T" <heart')
  })

  test('with a million blanks inside a caption is joined in one pass', () => {
    const utf8 = `a \n \n b${' '.repeat(1_000_000)}c`
    const { full_text } = read({}, { events: [{ tStartMs: 0, segs: [{ utf8 }] }] })
    assert.equal(full_text, `a b${' '.repeat(1_000_000)}c`)
  })

  test('from srv3 joins the words of a line', () => {
    assert.deepEqual(read({}, captions.srv3).segments, [
      segment("you've got", 0.03, 9.81),
      segment('🦀 &lt;', 5.279, null),
    ])
  })

  test('from the older panel takes its language and video from its segments', () => {
    assert.deepEqual(read({ lang: 'en' }, captions.searchPanel), {
      video_id: VIDEO,
      language: 'de',
      segments: [segment('Das ist', 0.06, 3.24), segment('ein Gezeitentümpel', 3.3, 1.92)],
      full_text: 'Das ist ein Gezeitentümpel',
    })
  })

  test('from the newer panel has no language, and each segment lasts until the next', () => {
    assert.deepEqual(read({ video_id: VIDEO, lang: 'en' }, captions.modernPanel), {
      video_id: VIDEO,
      language: null,
      segments: [segment('This is', 58, 5), segment('a pool', 63, 3539), segment('with a crab', 3602, null)],
      full_text: 'This is a pool with a crab',
    })
  })

  test('is read from the most exact source, in whichever order they come', () => {
    const answer = player(track('en'))
    for (const bodies of [
      [captions.modernPanel, captions.json3, answer],
      [answer, captions.json3, captions.searchPanel],
    ])
      assert.deepEqual(read({}, ...bodies).segments, pool)
  })
})

describe('the language of captions that do not name it', () => {
  const languageOf = (input: TranscriptInput, ...tracks: unknown[]) =>
    read(input, captions.json3, player(...tracks)).language

  test('is that of the requested track', () => {
    assert.equal(languageOf({ lang: 'en' }, track('de'), track('en-GB')), 'en-GB')
  })

  test('is that of the only track', () => {
    assert.equal(languageOf({}, track('de'), track('de', 'asr')), 'de')
    assert.equal(languageOf({ lang: 'en' }, track('de')), 'de')
  })

  test('is null when there are several possible tracks', () => {
    assert.equal(languageOf({}, track('de'), track('en')), null)
    assert.equal(read({}, captions.json3).language, null)
  })

  test('is the requested language when there are no tracks to contradict it', () => {
    assert.equal(read({ lang: 'sv' }, captions.json3).language, 'sv')
  })
})

describe('a page without a transcript', () => {
  const assertFails = (code: string, input: TranscriptInput, ...bodies: unknown[]) =>
    assert.throws(() => read(input, ...bodies), { name: 'AppError', code })

  test('fails as `no_captions` when the video has none', () => {
    assertFails('no_captions', {}, player())
    assertFails('no_captions', {}, { playabilityStatus: { status: 'LIVE_STREAM_OFFLINE' } })
  })

  test('fails with the available languages when the video has none in the requested one', () => {
    assert.throws(
      () => read({ lang: 'fr' }, player(track('de'), track('en', 'asr'))),
      ({ code, message, facts }) =>
        code === 'no_captions' && /fr/.test(message) && facts.hint === 'Its languages: de, en.',
    )
  })

  test('fails as `blocked` when the captions are gated, with a hint at opening the transcript', () => {
    for (const input of [{}, { lang: 'en' }])
      assert.throws(
        () => read(input, player(track('en', undefined, '&exp=xpe'))),
        ({ code, facts }) => code === 'blocked' && /Open the transcript beside the video/.test(facts.hint),
      )
  })

  test("fails with the error that the player's answer means", () => {
    assertFails('blocked', {}, botWall)
    assertFails('private', {}, { playerResponse: refused('LOGIN_REQUIRED', 'This video is private') })
    assertFails('not_found', {}, refused('ERROR', 'This video is unavailable'))
  })

  test('fails as `not_found` when it is empty and a video was requested', () => {
    assertFails('not_found', { video_id: VIDEO }, {})
    assertFails('changed', {}, {})
  })

  test('reports the layouts that were tried, or the ones that match but contain no text', () => {
    assert.throws(() => read({}, { contents: {} }), { code: 'changed', message: /Tried: events \(json3\)/ })
    assert.throws(() => read({}, { events: [{ tStartMs: 0 }] }), { code: 'changed', message: /fit: events/ })
  })

  test('is refused as `not_asked_for` when it is of another video', () => {
    assertFails('not_asked_for', { video_id: 'tidepool_02' }, player(track('en')))
  })
})

test('a segment of the older panel without its end or its start has no duration', () => {
  const row = (fields: object) => ({
    transcriptSegmentRenderer: { ...fields, snippet: { simpleText: 'a tide pool' } },
  })
  const { segments } = read({}, { rows: [row({ startMs: '6290' }), row({ endMs: '9000' })] })
  assert.deepEqual(segments, [segment('a tide pool', 6.29, null), segment('a tide pool', null, null)])
})
