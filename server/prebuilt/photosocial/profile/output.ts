import { z } from 'zod'
import { onCard } from '../../card-parts.ts'
import { postSummary, summaryExamples } from '../post/post-summary.ts'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)
const flag = (description: string) => z.boolean().nullable().describe(description)

/** An account. All fields are always present; null or [] if the platform does not provide a value. */
export const profileOutput = z.strictObject({
  identity: z.strictObject({
    username: text('Name of the account.').meta(onCard('subtitle')),
    full_name: text('Name as shown.').meta(onCard('name')),
    biography: text('What the account says of itself, with its line breaks.').meta(onCard('text')),
    profile_pic_url_hd: text('Address of its picture, the largest there is.').meta(onCard('picture')),
    external_url: text('Its link, or the first of them.').meta(onCard('link')),
    bio_links: z
      .array(
        z.strictObject({
          title: text('What the link is called.'),
          url: text('Address of the link.'),
        }),
      )
      .describe('Its links, in the order shown.'),
  }),
  metrics: z.strictObject({
    followers: count('Accounts that follow it; rounded where the platform shows no more.').meta(
      onCard('count'),
    ),
    following: count('Accounts that it follows.').meta(onCard('count')),
    posts: count('Its posts.').meta(onCard('count')),
  }),
  account_type: z.strictObject({
    is_verified: flag('Whether the platform has verified it.'),
    is_private: flag('Whether only people whom it approved see its posts.'),
    is_business_account: flag('Whether the account belongs to a business.'),
    is_professional_account: flag('Whether the account belongs to a business or a creator.'),
  }),
  business_info: z.strictObject({
    category_name: text('What kind of business or creator.'),
    email: text('Email address; mostly shown only to people who signed in.'),
    phone_number: text('Telephone number; mostly shown only to people who signed in.'),
  }),
  recent_posts: z.array(postSummary).describe('Its newest posts, in the order shown: pinned ones first.'),
  pagination: z.strictObject({
    end_cursor: text('Where the posts go on: the `cursor` of the list of posts.'),
  }),
})

export type Profile = z.output<typeof profileOutput>

/** A fictional account for the docs. */
export const profileExample: Profile = {
  identity: {
    username: 'tidepoolstudio',
    full_name: 'Tidepool Studio',
    biography: 'Small films about small animals at the shore.',
    profile_pic_url_hd: 'https://pictures.photosocial.example/tidepoolstudio_320.jpg',
    external_url: 'https://tidepool.example',
    bio_links: [{ title: 'All films', url: 'https://tidepool.example' }],
  },
  metrics: { followers: 128_402, following: 211, posts: 640 },
  account_type: {
    is_verified: false,
    is_private: false,
    is_business_account: false,
    is_professional_account: true,
  },
  business_info: { category_name: 'Video creator', email: null, phone_number: null },
  recent_posts: summaryExamples,
  pagination: { end_cursor: '3456612345678901234_48120396571' },
}

export interface BioLink {
  title: string | null
  url: string
}

/** What one layout holds about an account. A field is absent if the layout never has it. */
export interface ProfilePart {
  /** The id that calls use for the account. */
  id?: string | null
  /** The id that queries use for the pages after its first posts. */
  node_id?: string | null
  username?: string | null
  full_name?: string | null
  biography?: string | null
  picture?: string | null
  external_url?: string | null
  bio_links?: BioLink[]
  followers?: number | null
  following?: number | null
  posts?: number | null
  verified?: boolean | null
  private?: boolean | null
  business?: boolean | null
  professional?: boolean | null
  category?: string | null
  email?: string | null
  phone?: string | null
}
