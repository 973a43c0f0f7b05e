import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeVideo } from '../../../server/prebuilt/videosite/video/video.ts'
import { loaded } from '../support/loaded.ts'
import { noRecordings, openRecordings, savedPayloads } from '../support/recordings.ts'

const api = await loaded(videositeVideo)

const address = (id: string) => `https://www.youtube.com/watch?v=${id}`
const channel = (id: string, name: string) => ({ id, name, url: `https://www.youtube.com/channel/${id}` })

/** The fields that a watch page never has. */
const BY_PAGE = {
  duration_seconds: null,
  thumbnails: [0, undefined],
  keywords: [0, undefined],
  category: null,
  is_live: null,
  is_family_safe: null,
  caption_languages: [],
}

/** The fields that the player of an app never has. */
const BY_APP = {
  published_at: null,
  like_count: null,
  comment_count: null,
  category: null,
  is_live: false,
  is_family_safe: null,
}

/** Worked out by hand from the payloads of other APIs' cases. Long texts and lists are given by length and an excerpt. */
const EXPECTED: [name: string, video: object][] = [
  [
    '2025-06-android-player-plus-srv1',
    {
      ...BY_APP,
      video_id: 'GJLlxj_dtq8',
      url: address('GJLlxj_dtq8'),
      title: 'Surface Go Review - It’s Awesome',
      description: [790, 'Dave2D review of the Microsoft'],
      channel: channel('UCVYamHliCI9rw1tHR1xbkfw', 'Dave2D'),
      duration_seconds: 316,
      view_count: 1_856_109,
      thumbnails: [4, { url: 'https://i.ytimg.com/vi/GJLlxj_dtq8/sddefault.jpg', width: 640, height: 480 }],
      keywords: [15, 'XPS 13'],
      caption_languages: ['zh', 'cs', 'en', 'de', 'hi', 'ja', 'ko', 'es'],
    },
  ],
  [
    'error-2025-06-no-captions-live-replay',
    {
      ...BY_APP,
      video_id: 'Fjg5lYqvzUs',
      url: address('Fjg5lYqvzUs'),
      title: 'Watch live Dow Jones feed: Markets plunge amid coronavirus fears, oil price war',
      description: [575, 'The threat of a coronavirus-fu'],
      channel: channel('UCHd62-u_v4DvJ8TCFtpi4GA', 'Washington Post'),
      duration_seconds: 23_169,
      view_count: 170_391,
      thumbnails: [
        4,
        { url: 'https://i.ytimg.com/vi/Fjg5lYqvzUs/sddefault.jpg?v=5e669e1c', width: 640, height: 480 },
      ],
      keywords: [32, 'live updates'],
      caption_languages: [],
    },
  ],
  [
    'error-2026-geo-blocked',
    {
      ...BY_APP,
      video_id: '_PL2HJKxnOM',
      url: address('_PL2HJKxnOM'),
      title: 'SNL Introduces Jim Carrey as Joe Biden | Saturday Night Live',
      description: [212, 'Season 46 of SNL premiers with'],
      channel: channel('UCkiP0kvvwqUWlttRLCq88gw', 'Global TV'),
      duration_seconds: 115,
      view_count: 395_969,
      thumbnails: [
        4,
        { url: 'https://i.ytimg.com/vi_webp/_PL2HJKxnOM/sddefault.webp', width: 640, height: 480 },
      ],
      keywords: [0, undefined],
      caption_languages: [],
    },
  ],
  [
    '2026-06-edited-comment',
    {
      ...BY_PAGE,
      video_id: 'VsFjP58j5i8',
      url: address('VsFjP58j5i8'),
      title: 'Kaavish - Dekho',
      description: [23, 'From the album Gunkali.'],
      channel: channel('UCqYdSvqFYHZp_9NiMI8fxfg', 'Kaavish'),
      published_at: '18 May 2021',
      view_count: 6_186_745,
      like_count: 70_261,
      comment_count: 2_100,
    },
  ],
  [
    '2022-08-commentRenderer-locale-de',
    {
      ...BY_PAGE,
      video_id: 'QqsLTNkzvaY',
      url: address('QqsLTNkzvaY'),
      title: 'What If You Fall into a Black Hole?',
      description: [3_211, 'If you want to continue thinki'],
      channel: channel('UCsXVk37bltHxD1rDPwtNM8Q', 'Kurzgesagt – In a Nutshell'),
      published_at: '27.04.2021',
      view_count: 12_163_371,
      like_count: 416_518,
      comment_count: 19_257,
    },
  ],
  [
    'error-2026-06-disabled-ratings-off',
    {
      ...BY_PAGE,
      video_id: 'it3OtbTxQk0',
      url: address('it3OtbTxQk0'),
      title: 'Introduction to Doodle for Google 2023',
      description: [109, 'Introduction to Doodle for Goo'],
      channel: channel('UCdq61m8s_48EhJ5OM_MCeGw', 'GoogleDoodles'),
      published_at: '13 Jan 2023',
      view_count: 46_409,
      like_count: null,
      comment_count: null,
    },
  ],
]

const REFUSED: [name: string, code: string][] = [
  ['error-2025-06-bot-check', 'blocked'],
  ['error-2025-06-video-unavailable', 'not_found'],
  ['error-2026-private-video', 'private'],
  ['error-2026-01-video-unavailable', 'not_found'],
]

const lengthAndLast = (list: unknown[]) => [list.length, list.at(-1)]

describe('a video from the recordings of other APIs', { skip: noRecordings ?? false }, async () => {
  if (noRecordings) return
  const { cases, payloads } = await openRecordings()
  const read = (name: string) => {
    const found = cases().find(recorded => recorded.name.endsWith(`/${name}`))!
    return api.output.parse(api.read(savedPayloads(api, payloads(found))))
  }

  for (const [name, expected] of EXPECTED)
    test(name, () => {
      const { description, thumbnails, keywords, ...video } = read(name)
      assert.deepEqual(
        {
          ...video,
          description: [description?.length, description?.slice(0, 30)],
          thumbnails: lengthAndLast(thumbnails),
          keywords: lengthAndLast(keywords),
        },
        expected,
      )
    })

  for (const [name, code] of REFUSED)
    test(`${name}: ${code}`, () => assert.throws(() => read(name), { name: 'AppError', code }))
})
