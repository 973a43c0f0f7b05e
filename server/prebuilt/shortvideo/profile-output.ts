import { z } from 'zod'
import { onCard } from '../card-parts.ts'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)
const flag = (description: string) => z.boolean().nullable().describe(description)

/** An account. All fields are always present; null if the platform does not provide a value. */
export const profileOutput = z.strictObject({
  identity: z.strictObject({
    user_id: text('Id of the account.'),
    unique_id: text('Name of the account, without @.').meta(onCard('subtitle')),
    nickname: text('Name as shown.').meta(onCard('name')),
    bio: text('What the account says of itself, with its line breaks.').meta(onCard('text')),
    verified: flag('Whether the platform has checked who it is.'),
    avatar_large: text(
      'Address of the largest picture that the source has. It expires after a few days.',
    ).meta(onCard('picture')),
    bio_link: text('Link beside the bio, as it was written: perhaps without https://.'),
    profile_url: text('Address of the account.').meta(onCard('link')),
  }),
  stats: z.strictObject({
    follower_count: count('Followers; exact where the source has exact counts.').meta(onCard('count')),
    following_count: count('Accounts that it follows.').meta(onCard('count')),
    heart_count: count('Likes of all its videos.').meta(onCard('count')),
    video_count: count('Public videos.').meta(onCard('count')),
  }),
  privacy: z.strictObject({
    private_account: flag('Whether only approved followers see its videos.'),
    comment_setting: count('Who may comment, as the platform numbers it: 0 is everyone.'),
  }),
  commerce: z.strictObject({
    commerce_user: flag('Whether it is a business account.'),
    tt_seller: flag('Whether it sells in the shop of the platform.'),
  }),
})

export type Profile = z.output<typeof profileOutput>

/** A fictional account for the docs. */
export const profileExample: Profile = {
  identity: {
    user_id: '6990000000000000001',
    unique_id: 'tidepool.studio',
    nickname: 'Tidepool Studio',
    bio: 'Small films about small animals.\nNew every second Sunday.',
    verified: true,
    avatar_large: 'https://pictures.shortvideo.example/tidepool~1080x1080.jpeg?x-expires=1776690000',
    bio_link: 'tidepool.example',
    profile_url: 'https://www.shortvideo.example/@tidepool.studio',
  },
  stats: { follower_count: 4_004_777, following_count: 9, heart_count: 77_286_998, video_count: 177 },
  privacy: { private_account: false, comment_setting: 0 },
  commerce: { commerce_user: false, tt_seller: false },
}
