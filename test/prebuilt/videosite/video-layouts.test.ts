import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeVideo as api } from '../../../server/prebuilt/videosite/video/video.ts'
import { botWall, CHANNEL, details, player, refused, track, VIDEO } from './players.ts'
import { failure } from './refusals.ts'
import * as watch from './watch-pages.ts'

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

const TOLD_TO_A_PLAYER = {
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

const BY_THE_PAGE = { published_at: 'Mar 15, 2026', like_count: 2930, comment_count: 1200 }

describe('a video', () => {
  test('as an app is told', () => {
    assert.deepEqual(read(player()), TOLD_TO_A_PLAYER)
    assert.deepEqual(read({ playerResponse: player() }), TOLD_TO_A_PLAYER)
  })

  test('as the desktop is told, with its captions', () => {
    assert.deepEqual(read({ ...player(track('en'), track('de'), track('en', 'asr')), microformat }), {
      ...TOLD_TO_A_PLAYER,
      published_at: '2026-03-15T09:00:11-07:00',
      like_count: 2932,
      category: 'Science & Technology',
      is_family_safe: true,
      caption_languages: ['en', 'de'],
    })
  })

  test('as its page tells', () => {
    assert.deepEqual(read(watch.toldWatchPage()), {
      ...TOLD_TO_A_PLAYER,
      ...BY_THE_PAGE,
      description: 'At low tide.',
      view_count: 48_200,
      duration_seconds: null,
      thumbnails: [],
      keywords: [],
      is_live: null,
    })
  })

  test('of player and page is the more exact of both, in whichever order they come', () => {
    const whole = { ...TOLD_TO_A_PLAYER, ...BY_THE_PAGE }
    assert.deepEqual(read(player(), watch.toldWatchPage()), whole)
    assert.deepEqual(read(watch.toldWatchPage(), player()), whole)
  })

  test('that may not be played here is told all the same', () => {
    const gated = { ...refused('LOGIN_REQUIRED', 'Sign in to confirm your age'), videoDetails: details }
    assert.deepEqual(read(gated), TOLD_TO_A_PLAYER)
  })
})

describe('a page of former years', () => {
  const config = (args: object) =>
    `<script>var ytplayer = ytplayer || {};ytplayer.config = ${JSON.stringify({ args })};ytplayer.load();</script>`
  const readPage = (page: string) => api.output.parse(api.read(api.platform.payloadsOf(page)))

  test('has what its player was told as text among its arguments', () => {
    assert.deepEqual(readPage(config({ player_response: JSON.stringify(player()) })), TOLD_TO_A_PLAYER)
    assert.deepEqual(readPage(config({ raw_player_response: player() })), TOLD_TO_A_PLAYER)
  })

  test('or in the arguments alone', () => {
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
    assert.partialDeepStrictEqual(TOLD_TO_A_PLAYER, told)
  })

  test('has its date below the title', () => {
    const head = { dateText: undefined }
    const foot = { dateText: { simpleText: 'Published on Mar 15, 2017' } }
    assert.equal(read(watch.toldWatchPage(head, foot)).published_at, 'Published on Mar 15, 2017')
  })

  test('has its likes in another button, its comments above the first', () => {
    const foot = {
      attributedDescription: undefined,
      description: { runs: [{ text: 'At ' }, { text: 'sea.' }] },
    }
    const { like_count, comment_count, description } = read(
      watch.toldWatchPage({ videoActions: watch.oldLikeButton }, foot, watch.commentsEntry),
    )
    assert.deepEqual([like_count, comment_count, description], [2931, 188, 'At sea.'])
  })

  test('hides its likes, or turns comments off', () => {
    const hidden = { likeButtonViewModel: { title: 'Like', accessibilityText: 'Like' } }
    const { like_count, comment_count } = read(watch.toldWatchPage({ videoActions: hidden }, {}, {}))
    assert.deepEqual([like_count, comment_count], [null, null])
  })

  test('of several owners names the channel at its button alone', () => {
    const foot = {
      owner: { videoOwnerRenderer: { attributedTitle: { content: 'Tidepool Studio' } } },
      subscribeButton: { subscribeButtonRenderer: { channelId: CHANNEL } },
    }
    assert.deepEqual(read(watch.toldWatchPage({}, foot)).channel, channel)
  })
})

describe('a stream', () => {
  const streamed = (more: object) => ({
    ...player(),
    videoDetails: { ...details, isLiveContent: true, ...more },
  })
  const watching = {
    videoViewCountRenderer: { viewCount: { runs: [{ text: '1,234' }, { text: ' watching' }] }, isLive: true },
  }

  test('that runs has no length yet', () => {
    const { is_live, duration_seconds } = read(streamed({ isLive: true, lengthSeconds: '664' }))
    assert.deepEqual([is_live, duration_seconds], [true, null])
    assert.equal(read(streamed({ isLive: true, lengthSeconds: '0' })).duration_seconds, null)
  })

  test('that runs shows on its page who is watching, which are no views', () => {
    const { is_live, view_count } = read(watch.toldWatchPage({ viewCount: watching }))
    assert.deepEqual([is_live, view_count], [true, null])
  })

  test('that is over has one', () => {
    const { is_live, duration_seconds } = read(streamed({}))
    assert.deepEqual([is_live, duration_seconds], [false, 664])
  })

  test('that has not begun does not run', () => {
    const { is_live, duration_seconds } = read(streamed({ lengthSeconds: '0', isUpcoming: true }))
    assert.deepEqual([is_live, duration_seconds], [false, null])
  })

  test('of which an app is told nothing may be known to the desktop', () => {
    const untold = streamed({ lengthSeconds: '0' })
    assert.equal(read(untold).is_live, null)
    for (const isLiveNow of [true, false]) {
      const facts = { ...microformat.playerMicroformatRenderer, liveBroadcastDetails: { isLiveNow } }
      assert.equal(read({ ...untold, microformat: { playerMicroformatRenderer: facts } }).is_live, isLiveNow)
    }
  })
})

describe('a page without a video', () => {
  const fails = (code: string, ...bodies: unknown[]) =>
    assert.throws(() => read(...bodies), { name: 'AppError', code })

  test('says what the platform means', () => {
    fails('blocked', botWall)
    fails('private', watch.noVideo('Not there'), refused('LOGIN_REQUIRED', 'This video is private'))
    fails('not_found', refused('ERROR', 'This video is unavailable'))
    fails('not_found', watch.noVideo('Not there'))
    fails('blocked', failure(429, 'RESOURCE_EXHAUSTED'))
  })

  test('names the layouts that were tried, or that fit and lack the title', () => {
    assert.throws(() => read({ contents: {} }), { code: 'changed', message: /Tried: videoDetails/ })
    assert.throws(() => read({ videoDetails: { videoId: VIDEO } }), { message: /fit: videoDetails\./ })
  })

  test('is not told from the page of another one', () => {
    const other = { ...player(), videoDetails: { ...details, videoId: 'tidepool_02', title: 'Another' } }
    assert.equal(read(player(), other).title, details.title)
    const asked = { video_id: 'tidepool_02' }
    const payloads = [player(), other].map(body => ({ source: 'saved', body }))
    assert.equal(api.read(payloads, asked).title, 'Another')
    assert.throws(() => api.read([{ source: 'player', body: {} }], asked), { code: 'not_found' })
  })
})
