import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeChannel } from '../../../../server/prebuilt/videosite/channel/channel.ts'
import { channelPath, requireChannelPath } from '../../../../server/prebuilt/videosite/channel/path.ts'

const ID = 'UCtidepool_-000000000000'

const PATHS: [given: string, path: string][] = [
  ['@tidepool', '/@tidepool'],
  ['  @tidepool\n', '/@tidepool'],
  ['tidepool', '/@tidepool'],
  ['tide.pool-1_a', '/@tide.pool-1_a'],
  ['@tidepool/videos', '/@tidepool'],
  ['/@tidepool', '/@tidepool'],
  ['@潮だまり', `/@${encodeURIComponent('潮だまり')}`],
  ['@прилив', `/@${encodeURIComponent('прилив')}`],
  ['@a·b', '/@a%C2%B7b'],
  [ID, `/channel/${ID}`],
  [`@${ID}`, `/@${ID}`],
  ['UCshort', '/@UCshort'],
  [`/channel/${ID}`, `/channel/${ID}`],
  [`channel/${ID}/about`, `/channel/${ID}`],
  ['c/tidepool', '/c/tidepool'],
  ['/user/tidepool', '/user/tidepool'],
  ['https://www.youtube.com/@tidepool', '/@tidepool'],
  ['http://youtube.com/@tidepool/videos?view=0#top', '/@tidepool'],
  ['https://m.youtube.com/@tidepool?si=abc', '/@tidepool'],
  [`https://music.youtube.com/channel/${ID}`, `/channel/${ID}`],
  ['www.youtube.com/c/tidepool/featured', '/c/tidepool'],
  ['youtube.com/user/tidepool', '/user/tidepool'],
  ['//www.youtube.com/@tidepool', '/@tidepool'],
  ['HTTPS://WWW.YouTube.COM:443/@Tidepool', '/@Tidepool'],
  ['https://www.youtube.com/%40tidepool/', '/@tidepool'],
  ['https://www.youtube.com/@%E6%BD%AE', '/@%E6%BD%AE'],
  ['https://www.youtube.com/tidepool', '/tidepool'],
]

const NO_CHANNELS = [
  '',
  '   ',
  '@',
  '@tide pool',
  'tide/pool',
  '/channel/UCshort',
  '/c/',
  'https://www.youtube.com/',
  'youtube.com',
  'https://www.youtube.com/watch?v=abcdefghijk',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/shorts/abcdefghijk',
  'https://www.youtube.com/@%E6%',
  'https://videosite.example/@tidepool',
  'https://youtube.com.videosite.example/@tidepool',
  'https://notyoutube.com/@tidepool',
  'x'.repeat(101),
]

describe('a link to a channel, as people copy it', () => {
  for (const [text, path] of PATHS) {
    test(`${JSON.stringify(text)} is ${path}`, () => {
      assert.equal(channelPath(text), path)
      assert.equal(channelPath(path), path, 'its path is itself a form that is understood')
    })
  }

  for (const text of NO_CHANNELS) {
    test(`${JSON.stringify(text).slice(0, 60)} is not accepted`, () => assert.equal(channelPath(text), null))
  }

  test('that is invalid is a 400 that names the field and shows the accepted forms', () => {
    assert.throws(
      () => requireChannelPath('tide pool'),
      ({ code, status, facts }) =>
        code === 'invalid_input' && status === 400 && facts.field === 'handle' && /\/@name/.test(facts.hint),
    )
  })

  test('that is invalid is refused by the input schema too, before credits are spent', () => {
    const { error } = videositeChannel.input.safeParse({ handle: 'tide pool' })
    assert.partialDeepStrictEqual(error?.issues, [{ code: 'custom', path: ['handle'] }])
    const [issue] = error!.issues
    assert.match(String((issue as { params?: { hint?: string } }).params?.hint), /\/channel\/UC…/)
    assert.deepEqual(videositeChannel.input.parse({ handle: ' @tidepool ' }), { handle: ' @tidepool ' })
  })
})
