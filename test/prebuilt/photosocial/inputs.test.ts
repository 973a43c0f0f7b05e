import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isSamePost,
  mediaIdOf,
  type PostLink,
  parsePostLink,
  requirePostLink,
  shortcodeOf,
} from '../../../server/prebuilt/photosocial/post/post-link.ts'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts/posts.ts'
import { requireUserId, requireUsername, usernameOf } from '../../../server/prebuilt/photosocial/username.ts'
import { codeOf, ID, idOf } from './pages.ts'

const CODE = codeOf(1)
const NAME = 'tidepool.studio'

const NAMES = [
  NAME,
  ' @Tidepool.Studio\n',
  '/tidepool.studio/',
  '/@tidepool.studio',
  '@tidepool.studio/reels/',
  'instagram.com/tidepool.studio',
  'https://www.instagram.com/tidepool.studio/?hl=en#top',
  'http://m.instagram.com/tidepool.studio/tagged/',
  '//instagram.com/tidepool.studio',
  'HTTPS://WWW.Instagram.COM:443/Tidepool.Studio',
  'https://instagr.am/tidepool.studio',
  'https://www.instagram.com/_u/tidepool.studio/',
  'https://www.instagram.com/stories/tidepool.studio/123/',
  'https://www.instagram.com/%74idepool.studio/',
  'instagram://user?username=tidepool.studio',
]

const NO_NAMES = [
  '',
  '@',
  '..',
  'tide pool',
  'tide-pool',
  'x'.repeat(31),
  'https://www.instagram.com/',
  `https://www.instagram.com/p/${CODE}/`,
  'https://www.instagram.com/explore/tags/tide/',
  'https://www.instagram.com/accounts/login/',
  'https://www.instagram.com/%E6%',
  'https://photosocial.example/tidepool',
  'https://instagram.com.photosocial.example/tidepool',
  'photosocial.example/tidepool',
]

const LINKS: [given: string, link: PostLink][] = [
  ...[
    `https://www.instagram.com/p/${CODE}/`,
    `https://www.instagram.com/p/${CODE}/?img_index=2&igsh=a`,
    `http://instagram.com/reel/${CODE}`,
    `www.instagram.com/reels/${CODE}/`,
    `https://m.instagram.com/tv/${CODE}/`,
    `https://www.instagram.com/${NAME}/p/${CODE}/`,
    `https://www.instagram.com/${NAME}/reel/${CODE}/?a=b`,
    `https://www.instagram.com/p/${CODE}/embed/captioned/`,
    `https://instagr.am/p/${CODE}`,
    `/p/${CODE}/`,
    `reel/${CODE}`,
    CODE,
    idOf(1),
    `${idOf(1)}_${ID}`,
    `instagram://media?id=${idOf(1)}`,
  ].map((text): [string, PostLink] => [text, { shortcode: CODE }]),
  ['https://www.instagram.com/share/p/BAf7vyMOu4', { share: 'p/BAf7vyMOu4' }],
  ['https://www.instagram.com/share/reel/BAf7vyMOu4/?igsh=a', { share: 'reel/BAf7vyMOu4' }],
  ['instagram.com/share/BAf7vyMOu4/', { share: 'BAf7vyMOu4' }],
]

const NO_LINKS = [
  '',
  'hello',
  '12345',
  `https://www.instagram.com/${NAME}/`,
  'https://www.instagram.com/p/',
  'https://www.instagram.com/p/a%2Fb%2Fc/',
  'https://www.instagram.com/share/',
  'https://www.instagram.com/reels/audio/123456/',
  'https://www.instagram.com/reel/audio',
  'https://www.instagram.com/share/../accounts/',
  `https://www.instagram.com/stories/${NAME}/123456/`,
  `https://photosocial.example/p/${CODE}/`,
]

describe('an account name, as people copy it', () => {
  for (const text of NAMES) test(JSON.stringify(text), () => assert.equal(usernameOf(text), NAME))
  for (const text of NO_NAMES)
    test(`${JSON.stringify(text).slice(0, 60)} is not accepted`, () => assert.equal(usernameOf(text), null))
})

describe('a link to a post, as people copy it', () => {
  for (const [text, link] of LINKS) test(text, () => assert.deepEqual(parsePostLink(text), link))
  for (const text of NO_LINKS)
    test(`${text || 'nothing'} is not accepted`, () => assert.equal(parsePostLink(text), null))
})

describe('a shortcode', () => {
  test('is the base-64 form of the id of a post', () => {
    assert.equal(mediaIdOf('CAnqPB-Jzcj'), '2317006284167526179')
    assert.equal(shortcodeOf('2317006284167526179'), 'CAnqPB-Jzcj')
    assert.equal(mediaIdOf(shortcodeOf('12345')), '12345')
  })

  test('of a private account is followed by a secret that is ignored', () => {
    const secret = `${CODE}${'s'.repeat(28)}`
    assert.equal(mediaIdOf(secret), idOf(1))
    assert.ok(isSamePost(secret, CODE))
    assert.ok(!isSamePost(codeOf(2), CODE))
  })
})

describe('an invalid account, post or id', () => {
  const assertRefuses = (field: string, hint: RegExp, check: () => unknown) =>
    assert.throws(
      check,
      ({ code, status, facts }) =>
        code === 'invalid_input' && status === 400 && facts.field === field && hint.test(facts.hint),
    )

  test('is a 400 that names the field and lists the accepted forms as paths', () => {
    assertRefuses('username', /\/name/, () => requireUsername('tide pool'))
    assertRefuses('url', /\/p\/….*\/share\/…/, () => requirePostLink('tide pool'))
    assertRefuses('user_id', /digits/, () => requireUserId('12a'))
  })
})

describe('the input of `photosocial-posts`', () => {
  const issueOf = (input: object) => {
    const [issue] = photosocialPosts.input.safeParse(input).error?.issues ?? []
    return issue && { path: issue.path, hint: (issue as { params?: { hint?: string } }).params?.hint }
  }

  test('is a name or an id, and `first` defaults to 12', () => {
    assert.deepEqual(photosocialPosts.input.parse({ username: 'tidepool' }), {
      username: 'tidepool',
      first: 12,
    })
    assert.deepEqual(photosocialPosts.input.parse({ user_id: ID, cursor: '1_2', first: 50 }), {
      user_id: ID,
      cursor: '1_2',
      first: 50,
    })
  })

  test('is refused with the name of the invalid field', () => {
    assert.equal(issueOf({})?.path[0], 'username')
    assert.match(issueOf({ username: 'a', user_id: '1' })!.hint!, /username.*user_id/)
    assert.deepEqual(issueOf({ username: 'a', first: 51 })?.path, ['first'])
    assert.deepEqual(issueOf({ username: 'a', first: 0 })?.path, ['first'])
    assert.deepEqual(issueOf({ user_id: 'abc' })?.path, ['user_id'])
    assert.match(issueOf({ user_id: ID, cursor: 'g:abc:x' })!.hint!, /end_cursor/)
  })
})
