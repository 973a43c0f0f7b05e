import type { Payload } from '../define-prebuilt.ts'
import { firstThatWorks } from '../try-sources.ts'
import type { Upstream } from '../upstream.ts'
import { askPage, resolveId } from './ask.ts'
import { browseProfile } from './browse.ts'
import { shortvideo } from './platform.ts'
import type { Profile } from './profile-output.ts'
import type { ProfilePart } from './profile-part.ts'
import { readProfile } from './read-profile.ts'
import { parseAccount, requireAccount } from './subject-address.ts'

export { payloadsOf } from './states.ts'

/**
 * Reads the page of the account. If it is refused or holds no data, reads the embed page, which says less, or opens the page
 * in a browser.
 */
export async function plan({ username }: { username: string }, upstream: Upstream): Promise<Payload[]> {
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

export const read = (payloads: Payload[], input?: { username?: string | undefined }): Profile =>
  profileOf(readProfile(payloads, input?.username))

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
