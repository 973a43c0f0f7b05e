import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shortvideoComments } from '../../../server/prebuilt/shortvideo/comments.ts'
import { shortvideoProfile } from '../../../server/prebuilt/shortvideo/profile.ts'
import {
  parseAccount,
  parseVideo,
  requireAccount,
  requireVideo,
  type SubjectAddress,
} from '../../../server/prebuilt/shortvideo/subject-address.ts'

const ID = '7600000000000000001'

const ACCOUNTS: [given: string, place: SubjectAddress][] = [
  ['tide.pool_1', { id: 'tide.pool_1' }],
  [' @tide.pool_1\n', { id: 'tide.pool_1' }],
  ['/@tide.pool_1', { id: 'tide.pool_1' }],
  ['@tide.pool_1/video/1', { id: 'tide.pool_1' }],
  ['https://www.tiktok.com/@tide.pool_1', { id: 'tide.pool_1' }],
  ['http://tiktok.com/@tide.pool_1/live?lang=en#top', { id: 'tide.pool_1' }],
  ['m.tiktok.com/%40tide.pool_1/', { id: 'tide.pool_1' }],
  ['//WWW.TikTok.com:443/@Tide', { id: 'Tide' }],
  [`https://www.tiktok.com/@tide.pool_1/photo/${ID}`, { id: 'tide.pool_1' }],
  ['https://www.tiktok.com/embed/@tide.pool_1', { id: 'tide.pool_1' }],
  ['https://vm.tiktok.com/ZMabc-1/', { shortLink: 'https://vm.tiktok.com/ZMabc-1/' }],
  ['tiktok.com/t/ZTabc?k=1', { shortLink: 'https://www.tiktok.com/t/ZTabc/' }],
]

const VIDEOS: [given: string, place: SubjectAddress][] = [
  [ID, { id: ID }],
  [` ${ID} `, { id: ID }],
  [`https://www.tiktok.com/@tide.pool_1/video/${ID}?is_copy_url=1`, { id: ID }],
  [`https://www.tiktok.com/@/video/${ID}`, { id: ID }],
  [`https://www.tiktok.com/@tide.pool_1/photo/${ID}/`, { id: ID }],
  [`tiktok.com/video/${ID}`, { id: ID }],
  [`https://www.tiktok.com/embed/v2/${ID}`, { id: ID }],
  [`https://www.tiktok.com/embed/${ID}`, { id: ID }],
  [`https://m.tiktok.com/v/${ID}.html?u_code=0`, { id: ID }],
  [`/@_/video/${ID}`, { id: ID }],
  ['https://vt.tiktok.com/ZSabc', { shortLink: 'https://vt.tiktok.com/ZSabc/' }],
  ['https://www.tiktok.com/t/ZTabc/', { shortLink: 'https://www.tiktok.com/t/ZTabc/' }],
]

const NEITHER_KIND = [
  '',
  '   ',
  '@',
  'tide pool',
  'tiktok.com',
  'https://www.tiktok.com/',
  'https://www.tiktok.com/discover/tide',
  'https://www.tiktok.com/@%E0%A4%A',
  'https://shortvideo.example/@tide',
  'https://tiktok.com.shortvideo.example/@tide',
  'https://nottiktok.com/@tide',
  `https://www.tiktok.com/${'/'.repeat(100_000)}x`,
]

describe('a link to an account, as people copy it', () => {
  for (const [text, address] of ACCOUNTS)
    test(`${JSON.stringify(text)} is accepted`, () => assert.deepEqual(parseAccount(text), address))

  for (const text of [...NEITHER_KIND, `https://www.tiktok.com/video/${ID}`, 'x'.repeat(41)])
    test(`${JSON.stringify(text).slice(0, 60)} is not accepted`, () => assert.equal(parseAccount(text), null))
})

describe('a link to a video, as people copy it', () => {
  for (const [text, address] of VIDEOS)
    test(`${JSON.stringify(text)} is accepted`, () => assert.deepEqual(parseVideo(text), address))

  for (const text of [...NEITHER_KIND, 'tide', '123', '7'.repeat(30), 'https://www.tiktok.com/@tide'])
    test(`${JSON.stringify(text).slice(0, 60)} is not accepted`, () => assert.equal(parseVideo(text), null))
})

describe('the input of the shortvideo APIs', () => {
  const refusal =
    (field: string, hint: RegExp) => (error: { code: string; facts: { field?: string; hint?: string } }) =>
      error.code === 'invalid_input' && error.facts.field === field && hint.test(error.facts.hint ?? '')

  test('is refused with a 400 that names the field and shows the accepted forms as paths', () => {
    assert.throws(() => requireAccount('tide pool'), refusal('username', /\/@name/))
    assert.throws(() => requireVideo('123', 'video_id'), refusal('video_id', /\/@name\/video\/…/))
  })

  test('is refused by the schemas when it is invalid, before credits are spent', () => {
    const issueOf = (api: typeof shortvideoProfile | typeof shortvideoComments, input: object) =>
      api.input.safeParse(input).error?.issues[0]
    assert.partialDeepStrictEqual(issueOf(shortvideoProfile, { username: 'a b' }), { path: ['username'] })
    assert.partialDeepStrictEqual(issueOf(shortvideoComments, { url: 'tide' }), { path: ['url'] })
    assert.partialDeepStrictEqual(issueOf(shortvideoComments, { video_id: ID, count: 51 }), {
      path: ['count'],
    })
    assert.partialDeepStrictEqual(issueOf(shortvideoComments, { video_id: ID, cursor: -1 }), {
      path: ['cursor'],
    })
    for (const input of [{}, { url: ID, video_id: ID }]) {
      const issue = issueOf(shortvideoComments, input) as { params?: { hint?: string } }
      assert.match(String(issue.params?.hint), /`url`.*`video_id`/)
    }
  })

  test('is accepted by the schemas when it is valid, with a `count` of 20 by default', () => {
    assert.deepEqual(shortvideoComments.input.parse({ video_id: ID }), { video_id: ID, count: 20 })
    assert.ok(shortvideoComments.input.safeParse({ url: '/t/ZTabc', count: 50, cursor: 40 }).success)
  })
})
