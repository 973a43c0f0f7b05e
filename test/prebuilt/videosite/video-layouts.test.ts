import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeVideo } from '../../../server/prebuilt/videosite/video/video.ts'
import { loaded } from '../support/loaded.ts'
import { botWall, CHANNEL, details, player, refused, track, VIDEO } from './players.ts'
import { failure } from './refusals.ts'
import * as watch from './watch-pages.ts'

const api = await loaded(videositeVideo)

const read = (...bodies: unknown[]) =>
  api.output.parse(api.read(bodies.map(body => ({ source: 'saved', body }))))

const microformat = {
  playerMicroformatRenderer: {
    externalVideoId: VIDEO,
    title: { simpleText: 'The crab that owns the pool' },
    description: { simpleText: 'At low …' },
    externalChannelId: CHANNEL,
    ownerChannelName: 'Tidepool Studio',
    publishDate: '2026-03-15T09:00:11-07:00',
    uploadDate: '2026-03-14T09:00:11-07:00',
    lengthSeconds: '664',
    viewCount: '48211',
    likeCount: '2932',
    thumbnail: { thumbnails: [{ url: '//pictures.example/large.jpg', width: 1280, height: 720 }] },
    category: 'Science & Technology',
    isFamilySafe: true,
  },
}

const channel = {
  id: CHANNEL,
  name: 'Tidepool Studio',
  url: `https://www.youtube.com/channel/${CHANNEL}`,
}

const FROM_PLAYER = {
  video_id: VIDEO,
  url: `https://www.youtube.com/watch?v=${VIDEO}`,
  title: 'The crab that owns the pool',
  description: 'At low tide.\n\nCamera: Mara Lind',
  channel,
  published_at: null,
  duration_seconds: 664,
  view_count: 48_211,
  like_count: null,
  comment_count: null,
  thumbnails: [{ url: 'https://pictures.example/small.jpg', width: 120, height: 90 }],
  keywords: ['tide pools', 'crab'],
  category: null,
  is_live: false,
  is_family_safe: null,
  caption_languages: [],
}

const FROM_PAGE = { published_at: 'Mar 15, 2026', like_count: 2930, comment_count: 1200 }

describe('a video is read from', () => {
  test('the player of an app', () => {
    assert.deepEqual(read(player()), FROM_PLAYER)
    assert.deepEqual(read({ playerResponse: player() }), FROM_PLAYER)
  })

  test('a player with numbers that are not texts', () => {
    const videoDetails = { ...details, lengthSeconds: 664, viewCount: 48_211 }
    assert.deepEqual(read({ ...player(), videoDetails }), FROM_PLAYER)
  })

  test('the player of the desktop site, with its caption languages', () => {
    assert.deepEqual(read({ ...player(track('en'), track('de'), track('en', 'asr')), microformat }), {
      ...FROM_PLAYER,
      published_at: '2026-03-15T09:00:11-07:00',
      like_count: 2932,
      category: 'Science & Technology',
      is_family_safe: true,
      caption_languages: ['en', 'de'],
    })
  })

  test('its watch page', () => {
    assert.deepEqual(read(watch.toldWatchPage()), {
      ...FROM_PLAYER,
      ...FROM_PAGE,
      description: 'At low tide.',
      view_count: 48_200,
      duration_seconds: null,
      thumbnails: [],
      keywords: [],
      is_live: null,
    })
  })

  test('player and page together, with the more exact values, in whichever order they come', () => {
    const fullVideo = { ...FROM_PLAYER, ...FROM_PAGE }
    assert.deepEqual(read(player(), watch.toldWatchPage()), fullVideo)
    assert.deepEqual(read(watch.toldWatchPage(), player()), fullVideo)
  })

  test('a player that may not play it here', () => {
    const gated = { ...refused('LOGIN_REQUIRED', 'Sign in to confirm your age'), videoDetails: details }
    assert.deepEqual(read(gated), FROM_PLAYER)
  })
})

describe('a watch page of earlier years', () => {
  const config = (args: object) =>
    `<script>var ytplayer = ytplayer || {};ytplayer.config = ${JSON.stringify({ args })};ytplayer.load();</script>`
  const readPage = (page: string) => api.output.parse(api.read(api.payloadsOf(page)))

  test('has the answer of its player as text among the arguments', () => {
    assert.deepEqual(readPage(config({ player_response: JSON.stringify(player()) })), FROM_PLAYER)
    assert.deepEqual(readPage(config({ raw_player_response: player() })), FROM_PLAYER)
  })

  test('may have its data only in the arguments', () => {
    const { videoId: video_id, title, author, channelId: ucid } = details
    const args = {
      video_id,
      title,
      author,
      ucid,
      length_seconds: '664',
      view_count: '48211',
      keywords: 'tide pools,crab',
    }
    const { description: _, thumbnails: __, is_live: ___, ...told } = readPage(config(args))
    assert.partialDeepStrictEqual(FROM_PLAYER, told)
  })

  test('has its date below the title', () => {
    const head = { dateText: undefined }
    const foot = { dateText: { simpleText: 'Published on Mar 15, 2017' } }
    assert.equal(read(watch.toldWatchPage(head, foot)).published_at, 'Published on Mar 15, 2017')
  })

  test('has its likes in another button, and its comment count above the first comment', () => {
    const foot = {
      attributedDescription: undefined,
      description: { runs: [{ text: 'At ' }, { text: 'sea.' }] },
    }
    const { like_count, comment_count, description } = read(
      watch.toldWatchPage({ videoActions: watch.oldLikeButton }, foot, watch.commentsEntry),
    )
    assert.deepEqual([like_count, comment_count, description], [2931, 188, 'At sea.'])
  })

  test('gives null for hidden likes and comments that are turned off', () => {
    const hidden = { likeButtonViewModel: { title: 'Like', accessibilityText: 'Like' } }
    const { like_count, comment_count } = read(watch.toldWatchPage({ videoActions: hidden }, {}, {}))
    assert.deepEqual([like_count, comment_count], [null, null])
  })

  test('with several owners names the channel only at its subscribe button', () => {
    const foot = {
      owner: { videoOwnerRenderer: { attributedTitle: { content: 'Tidepool Studio' } } },
      subscribeButton: { subscribeButtonRenderer: { channelId: CHANNEL } },
    }
    assert.deepEqual(read(watch.toldWatchPage({}, foot)).channel, channel)
  })
})

describe('a live stream', () => {
  const liveStream = (more: object) => ({
    ...player(),
    videoDetails: { ...details, isLiveContent: true, ...more },
  })
  const watching = {
    videoViewCountRenderer: { viewCount: { runs: [{ text: '1,234' }, { text: ' watching' }] }, isLive: true },
  }

  test('that is running has no duration yet', () => {
    const { is_live, duration_seconds } = read(liveStream({ isLive: true, lengthSeconds: '664' }))
    assert.deepEqual([is_live, duration_seconds], [true, null])
    assert.equal(read(liveStream({ isLive: true, lengthSeconds: '0' })).duration_seconds, null)
  })

  test('that is running shows its current viewers on the page, which are not read as views', () => {
    const { is_live, view_count } = read(watch.toldWatchPage({ viewCount: watching }))
    assert.deepEqual([is_live, view_count], [true, null])
  })

  test('that has ended has a duration', () => {
    const { is_live, duration_seconds } = read(liveStream({}))
    assert.deepEqual([is_live, duration_seconds], [false, 664])
  })

  test('that has not begun is not live', () => {
    const { is_live, duration_seconds } = read(liveStream({ lengthSeconds: '0', isUpcoming: true }))
    assert.deepEqual([is_live, duration_seconds], [false, null])
  })

  test('with an unclear state in an app gets it from the player of the desktop site', () => {
    const untold = liveStream({ lengthSeconds: '0' })
    assert.equal(read(untold).is_live, null)
    for (const isLiveNow of [true, false]) {
      const facts = { ...microformat.playerMicroformatRenderer, liveBroadcastDetails: { isLiveNow } }
      assert.equal(read({ ...untold, microformat: { playerMicroformatRenderer: facts } }).is_live, isLiveNow)
    }
  })
})

describe('a page without a video', () => {
  const assertFails = (code: string, ...bodies: unknown[]) =>
    assert.throws(() => read(...bodies), { name: 'AppError', code })

  test("fails with the error that the platform's answer means", () => {
    assertFails('blocked', botWall)
    assertFails('private', watch.noVideo('Not there'), refused('LOGIN_REQUIRED', 'This video is private'))
    assertFails('not_found', refused('ERROR', 'This video is unavailable'))
    assertFails('not_found', watch.noVideo('Not there'))
    assertFails('blocked', failure(429, 'RESOURCE_EXHAUSTED'))
  })

  test('reports the layouts that were tried, or the ones that match but lack the title', () => {
    assert.throws(() => read({ contents: {} }), { code: 'changed', message: /Tried: videoDetails/ })
    assert.throws(() => read({ videoDetails: { videoId: VIDEO } }), { message: /fit: videoDetails\./ })
  })

  test('is not completed from the page of another video', () => {
    const other = { ...player(), videoDetails: { ...details, videoId: 'tidepool_02', title: 'Another' } }
    assert.equal(read(player(), other).title, details.title)
    const input = { video_id: 'tidepool_02' }
    const payloads = [player(), other].map(body => ({ source: 'saved', body }))
    assert.equal(api.read(payloads, input).title, 'Another')
    assert.throws(() => api.read([{ source: 'player', body: {} }], input), { code: 'not_found' })
  })
})
