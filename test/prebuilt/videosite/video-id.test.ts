import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeComments } from '../../../server/prebuilt/videosite/comments/comments.ts'
import { requireVideoId, videoIdOf } from '../../../server/prebuilt/videosite/video/video-id.ts'

const ID = 'tide-pool_1'

const VIDEOS = [
  ID,
  `  ${ID}\n`,
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}&t=42s`,
  `https://www.youtube.com/watch?app=desktop&list=PL1&v=${ID}#comments`,
  `https://www.youtube.com/watch/?v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}?si=abc`,
  `https://m.youtube.com/watch?v=${ID}&pp=abc`,
  `https://music.youtube.com/watch?v=${ID}&si=abc`,
  `www.youtube.com/watch?v=${ID}`,
  `youtube.com/watch?v=${ID}`,
  `//www.youtube.com/watch?v=${ID}`,
  `HTTPS://WWW.YouTube.COM:443/watch?v=${ID}`,
  `https://www.youtube.com/watch/${ID}`,
  `https://www.youtube.com/shorts/${ID}?feature=share`,
  `https://m.youtube.com/shorts/${ID}/`,
  `https://www.youtube.com/live/${ID}?si=abc`,
  `https://www.youtube.com/embed/${ID}?autoplay=1`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/v/${ID}?version=3`,
  `https://www.youtube.com/e/${ID}`,
  `https://youtu.be/${ID}`,
  `https://youtu.be/${ID}?si=abc&t=10`,
  `youtu.be/${ID}`,
  `https://youtu.be/watch?v=${ID}`,
  `/watch?v=${ID}`,
  `watch?v=${ID}`,
  `/shorts/${ID}`,
  `shorts/${ID}`,
]

const NO_VIDEOS = [
  '',
  'tidepool',
  `${ID}x`,
  'tide pool_1',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  `https://www.youtube.com/watch?v=${ID}x`,
  'https://www.youtube.com/@tidepool_ab',
  `https://www.youtube.com/${ID}`,
  'https://www.youtube.com/channel/UCtidepool_-000000000000',
  'https://www.youtube.com/embed/videoseries?list=PL1',
  'https://www.youtube.com/embed/live_stream?channel=UC1',
  `https://www.youtube.com/playlist?list=${ID}`,
  `https://videosite.example/watch?v=${ID}`,
  `https://youtube.com.videosite.example/watch?v=${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://videosite.example/?u=https://youtu.be/${ID}`,
]

describe('a link to a video, as people copy it', () => {
  for (const text of VIDEOS)
    test(`${JSON.stringify(text)} is accepted`, () => assert.equal(videoIdOf(text), ID))

  for (const text of NO_VIDEOS)
    test(`${JSON.stringify(text)} is not accepted`, () => assert.equal(videoIdOf(text), null))

  test('that is invalid is a 400 that shows the accepted forms', () => {
    assert.throws(
      () => requireVideoId('tide pool'),
      ({ code, facts }) => code === 'invalid_input' && /\/watch\?v=….*\/shorts\/…/.test(facts.hint),
    )
  })
})

describe('the input of an API for a video', () => {
  const issueOf = (input: unknown) => videositeComments.input.safeParse(input).error?.issues[0]

  test('is an id or an address, in either field', () => {
    for (const field of ['video_id', 'url'])
      for (const video of [ID, `https://youtu.be/${ID}`])
        assert.deepEqual(videositeComments.input.parse({ [field]: video }), { [field]: video })
  })

  test('is refused with the name of the invalid field, and how to fix it', () => {
    const faults: [input: unknown, field: string, hint: RegExp][] = [
      [{}, 'video_id', /either `video_id` or `url`/],
      [{ video_id: ID, url: ID }, 'url', /either `video_id` or `url`/],
      [{ video_id: 'tide pool' }, 'video_id', /11 characters/],
      [{ url: 'https://videosite.example' }, 'url', /\/live\/…/],
      [{ video_id: ID, continuation: 'a b' }, 'continuation', /pagination\.continuation/],
    ]
    for (const [input, field, hint] of faults) {
      const issue = issueOf(input)
      assert.deepEqual(issue?.path, [field])
      assert.match(String((issue as { params?: { hint?: string } }).params?.hint), hint)
    }
  })
})
