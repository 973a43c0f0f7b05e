import { z } from 'zod'
import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { photosocial } from '../platform.ts'
import { summaryOf } from '../post/post-summary.ts'
import { cursorAfter } from '../posts/cursor.ts'
import { requireUsername, usernameOf } from '../username.ts'
import { type Profile, profileExample, profileOutput } from './output.ts'
import { planProfile } from './plan.ts'
import { type Account, accountFrom, accountUnreadable } from './read-account.ts'

export const photosocialProfile = definePrebuilt({
  id: 'photosocial-profile',
  name: 'Photosocial profile',
  summary: 'Name, text, links, counts, kind and newest posts of an account.',
  description:
    'Reads the public page of an account: its name, text, picture and links; how many follow it and how much it posted; whether it is verified, private or professional; its newest posts. A private account is an answer without posts.',
  platform: photosocial,
  input: z.strictObject({
    username: checkedText(requireUsername)
      .describe('The account: its name, with or without @, or the address of any of its pages.')
      .meta({ title: 'Account' }),
  }),
  output: profileOutput,
  example: { input: { username: 'tidepoolstudio' }, output: profileExample },
  probe: { username: 'instagram' },

  plan: ({ username }, upstream) => planProfile(requireUsername(username), upstream),

  read(payloads, input = {}) {
    const requested = { username: usernameOf(input.username ?? '') ?? undefined }
    const account = accountFrom(payloads, requested)
    if (account.profile.username || account.profile.id) return profileOf(account)
    throw accountUnreadable(payloads, 'both the name and the id of the account', requested)
  },
})

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
