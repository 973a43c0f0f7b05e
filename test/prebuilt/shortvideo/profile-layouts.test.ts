import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shortvideoProfile } from '../../../server/prebuilt/shortvideo/profile.ts'
import { loaded } from '../support/loaded.ts'
import * as pages from './pages.ts'

const api = await loaded(shortvideoProfile)

const profileFrom = (...bodies: unknown[]) =>
  api.output.parse(api.read(bodies.map(body => ({ source: 'saved', body }))))

const profileAsked = (username: string, ...bodies: unknown[]) =>
  api.read(
    bodies.map(body => ({ source: 'saved', body })),
    { username },
  )

const FULL_PROFILE = {
  identity: {
    user_id: pages.USER_ID,
    unique_id: pages.NAME,
    nickname: 'Tidepool 🐚',
    bio: 'Small films.\nOf small animals.',
    verified: true,
    avatar_large: 'https://pictures.example/1080.jpeg?x-signature=a%2Fb',
    bio_link: 'tidepool.example',
    profile_url: `https://www.tiktok.com/@${pages.NAME}`,
  },
  stats: { follower_count: 38_490, following_count: 9, heart_count: 77_286, video_count: 177 },
  privacy: { private_account: false, comment_setting: 1 },
  commerce: { commerce_user: true, tt_seller: false },
}

const ROUNDED = { follower_count: 38_500, following_count: 9, heart_count: 77_300, video_count: 177 }

describe('a profile is read from', () => {
  test('its page, with exact counts', () => {
    assert.deepEqual(profileFrom(pages.profilePage), FULL_PROFILE)
  })

  test('a page whose exact counts are missing or invalid, with the rounded ones', () => {
    const { user, stats, statsV2 } = pages
    const without = pages.userDetail({ userInfo: { user, stats } })
    assert.deepEqual(profileFrom(without), { ...FULL_PROFILE, stats: ROUNDED })
    const oddStats = { ...statsV2, followerCount: '', heartCount: null }
    assert.deepEqual(
      profileFrom(pages.userDetail({ userInfo: { user, stats, statsV2: oddStats } })).stats,
      ROUNDED,
    )
  })

  test('the data call that a browser captures', () => {
    const { user, stats, statsV2 } = pages
    assert.deepEqual(profileFrom({ statusCode: 0, userInfo: { user, stats, statsV2 } }), FULL_PROFILE)
  })

  test('a page of earlier years that lists several users, by the name of its owner', () => {
    assert.deepEqual(profileFrom(pages.sigiState), { ...FULL_PROFILE, stats: ROUNDED })
    assert.deepEqual(profileFrom(pages.scope({}), pages.sigiState).identity, FULL_PROFILE.identity)
    assert.equal(profileAsked('@Other.One', pages.sigiState).stats.follower_count, 1)
  })

  test('a page of the first years', () => {
    assert.deepEqual(profileFrom(pages.nextData), { ...FULL_PROFILE, stats: ROUNDED })
  })

  test('the page for embedding without a count', () => {
    const text = JSON.stringify(pages.embedState)
    const unknown = JSON.parse(text.replace(/"heartCount":-\d+/, '"heartCount":-1'))
    assert.equal(profileFrom(unknown).stats.heart_count, null)
  })

  test('the page for embedding, which has less data and a count that overflows', () => {
    assert.deepEqual(profileFrom(pages.embedState), {
      identity: {
        ...FULL_PROFILE.identity,
        avatar_large: 'https://pictures.example/100.jpeg',
        bio_link: null,
      },
      stats: {
        follower_count: 38_500,
        following_count: 9,
        heart_count: 2_500_000_000,
        video_count: null,
      },
      privacy: { private_account: null, comment_setting: null },
      commerce: { commerce_user: null, tt_seller: null },
    })
  })

  test('several pages, with the better source preferred, whatever their order', () => {
    assert.deepEqual(profileFrom(pages.embedState, pages.profilePage), FULL_PROFILE)
    const { bioLink: _, ...user } = pages.user
    const withoutCounts = pages.userDetail({ userInfo: { user, statsV2: pages.statsV2 } })
    assert.deepEqual(
      profileFrom(withoutCounts, pages.nextData),
      FULL_PROFILE,
      'the later fills what the earlier lacks',
    )
  })

  test('the page of the requested account, when pages of two accounts were saved', () => {
    const other = pages.userDetail({ userInfo: { user: { id: '2', uniqueId: 'limpet', nickname: 'L' } } })
    assert.equal(profileFrom(other, pages.profilePage).identity.unique_id, 'limpet')
    assert.deepEqual(profileAsked(`/@${pages.NAME}`, other, pages.profilePage), FULL_PROFILE)
  })

  test('the page of a private account', () => {
    const user = { ...pages.user, privateAccount: true, signature: '', bioLink: { link: '' } }
    const profile = profileFrom(pages.userDetail({ userInfo: { user }, statusCode: 10222 }))
    assert.equal(profile.privacy.private_account, true)
    assert.deepEqual([profile.identity.bio, profile.identity.bio_link], ['', null])
    assert.equal(profile.stats.follower_count, null)
  })
})

describe('a page without a profile', () => {
  test("fails with the error that the platform's answer means, unless another page has the profile", () => {
    const missingUser = pages.userDetail({ userInfo: {}, statusCode: 10221 })
    assert.throws(() => profileFrom(missingUser), { code: 'not_found' })
    assert.throws(() => profileFrom({}, missingUser), { code: 'not_found' })
    assert.deepEqual(profileFrom(missingUser, pages.profilePage), FULL_PROFILE)
    assert.throws(() => profileFrom(pages.scope({})), { code: 'blocked' })
  })

  test('is not returned for the name of an account alone, or for one that does not exist', () => {
    const user = { id: '2', uniqueId: 'limpet' }
    assert.throws(() => profileFrom(pages.userDetail({ userInfo: { user } })), { code: 'changed' })
    const stats = { followerCount: 0, followingCount: 0, heartCount: 0, videoCount: 0 }
    const missingUser = pages.userDetail({ userInfo: { user, stats }, statusCode: 10221 })
    assert.throws(() => profileFrom(missingUser), { code: 'not_found' })
    assert.equal(
      profileFrom(pages.userDetail({ userInfo: { user: { ...user, id: '' }, stats } })).identity.user_id,
      null,
    )
  })

  test('reports the layouts that were tried, or the ones that match but lack the account', () => {
    assert.throws(() => profileFrom({}), {
      code: 'changed',
      message: /Tried: webapp\.user-detail\.userInfo, .*UserModule\.users/,
    })
    assert.throws(() => profileFrom(pages.userDetail({ userInfo: { user: { nickname: 'Tide' } } })), {
      code: 'changed',
      message: /more of the account than its name or id.*fit: webapp\.user-detail\.userInfo\./,
    })
  })

  test('is refused as `not_asked_for` when it is of a video', () => {
    assert.throws(() => profileFrom(pages.openVideo()), {
      code: 'not_asked_for',
      message: 'This page is of a video, not of an account.',
    })
  })
})
