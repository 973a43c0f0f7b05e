import type { Payload } from '../../define-prebuilt.ts'
import type { Upstream } from '../../upstream.ts'
import { summaryOf } from '../post/post-summary.ts'
import { cursorAfter } from '../posts/cursor.ts'
import { requireUsername, usernameOf } from '../username.ts'
import type { Profile } from './output.ts'
import { planProfile } from './plan.ts'
import { type Account, accountFrom, accountUnreadable, DESCRIPTION, isDescribed } from './read-account.ts'

export { payloadsOf } from '../states.ts'

export const plan = ({ username }: { username: string }, upstream: Upstream) =>
  planProfile(requireUsername(username), upstream)

export function read(payloads: Payload[], input: { username?: string | undefined } = {}): Profile {
  const requested = { username: usernameOf(input.username ?? '') ?? undefined }
  const account = accountFrom(payloads, requested)
  if (isDescribed(account)) return profileOf(account)
  throw accountUnreadable(payloads, DESCRIPTION, requested)
}

const profileOf = ({ profile, timeline }: Account): Profile => ({
  identity: {
    username: profile.username ?? null,
    full_name: profile.full_name ?? null,
    biography: profile.biography ?? null,
    profile_pic_url_hd: profile.picture ?? null,
    external_url: profile.external_url ?? null,
    bio_links: profile.bio_links ?? [],
  },
  metrics: {
    followers: profile.followers ?? null,
    following: profile.following ?? null,
    posts: profile.posts ?? null,
  },
  account_type: {
    is_verified: profile.verified ?? null,
    is_private: profile.private ?? null,
    is_business_account: profile.business ?? null,
    is_professional_account: profile.professional ?? null,
  },
  business_info: {
    category_name: profile.category ?? null,
    email: profile.email ?? null,
    phone_number: profile.phone ?? null,
  },
  recent_posts: (timeline?.posts ?? []).map(summaryOf),
  pagination: { end_cursor: timeline && cursorAfter(timeline) },
})
