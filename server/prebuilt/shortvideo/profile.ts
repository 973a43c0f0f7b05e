import { z } from 'zod'
import { checkedText } from '../checked-text.ts'
import { definePrebuilt, type Payload } from '../define-prebuilt.ts'
import { firstThatWorks } from '../try-sources.ts'
import type { Upstream } from '../upstream.ts'
import { askPage, resolveId } from './ask.ts'
import { browseProfile } from './browse.ts'
import { shortvideo } from './platform.ts'
import { type Profile, profileExample, profileOutput } from './profile-output.ts'
import type { ProfilePart } from './profile-part.ts'
import { readProfile } from './read-profile.ts'
import { parseAccount, requireAccount } from './subject-address.ts'

export const shortvideoProfile = definePrebuilt({
  id: 'shortvideo-profile',
  name: 'Shortvideo profile',
  summary: 'Identity, counts, privacy and commerce flags of an account.',
  description:
    'Reads the public page of an account: its name, bio, picture and link; how many followers, likes and videos it has; whether it is private or sells. Where the platform refuses the page, its smaller embed page is read, with rounded counts.',
  platform: shortvideo,
  input: z.strictObject({
    username: checkedText(requireAccount)
      .describe(
        'The account: its name with or without @, the address of any of its pages, or a short link to it.',
      )
      .meta({ title: 'Account' }),
  }),
  output: profileOutput,
  example: { input: { username: '@tidepool.studio' }, output: profileExample },
  probe: { username: 'tiktok' },

  plan: ({ username }, upstream) => planProfile(username, upstream),
  read: (payloads, input) => profileOf(readProfile(payloads, input?.username)),
})

const profileOf = (part: Partial<ProfilePart>): Profile => ({
  identity: {
    user_id: part.user_id ?? null,
    unique_id: part.unique_id ?? null,
    nickname: part.nickname ?? null,
    bio: part.bio ?? null,
    verified: part.verified ?? null,
    avatar_large: part.avatar ?? null,
    bio_link: part.bio_link ?? null,
    profile_url: part.unique_id ? `${shortvideo.origin}/@${part.unique_id}` : null,
  },
  stats: {
    follower_count: part.followers ?? null,
    following_count: part.following ?? null,
    heart_count: part.hearts ?? null,
    video_count: part.videos ?? null,
  },
  privacy: {
    private_account: part.private_account ?? null,
    comment_setting: part.comment_setting ?? null,
  },
  commerce: { commerce_user: part.commerce_user ?? null, tt_seller: part.tt_seller ?? null },
})

/**
 * Reads the page of the account. If it is refused or holds no data, reads the embed page, which says less, or opens the page
 * in a browser.
 */
async function planProfile(username: string, upstream: Upstream): Promise<Payload[]> {
  const { browse, sources } = upstream
  const name = await resolveId(requireAccount(username), parseAccount, upstream)
  const sourceOf = (source: string, request: () => Promise<Payload[]>) => ({
    source,
    async ask() {
      const payloads = await request()
      readProfile(payloads, name)
      return payloads
    },
  })
  return firstThatWorks(
    [
      sourceOf('page', () => askPage(upstream, 'page', `/@${name}`)),
      sourceOf('embed', () => askPage(upstream, 'embed', `/embed/@${name}`)),
      sourceOf('browser', () => browseProfile(browse, name)),
    ],
    sources,
  )
}
