import { parseCount } from '../../base/text/counts.ts'
import { at, booleanAt, integerAt, stringAt } from '../json-walk.ts'

/** What one layout holds about an account. */
export interface ProfilePart {
  user_id: string | null
  unique_id: string | null
  nickname: string | null
  bio: string | null
  verified: boolean | null
  avatar: string | null
  bio_link: string | null
  followers: number | null
  following: number | null
  hearts: number | null
  videos: number | null
  private_account: boolean | null
  comment_setting: number | null
  commerce_user: boolean | null
  tt_seller: boolean | null
}

/** Reads the user node, which all layouts but the embed page have, and the nodes with its counts, exact ones first. */
export const profilePart = (user: unknown, ...counts: unknown[]): ProfilePart => ({
  user_id: stringAt(user, 'id') || null,
  unique_id: stringAt(user, 'uniqueId') || null,
  nickname: stringAt(user, 'nickname'),
  bio: stringAt(user, 'signature'),
  verified: booleanAt(user, 'verified'),
  avatar: firstText(user, ['avatarLarger', 'avatarMedium', 'avatarThumb']),
  bio_link: stringAt(user, 'bioLink.link') || null,
  followers: firstCount(counts, ['followerCount']),
  following: firstCount(counts, ['followingCount']),
  hearts: firstCount(counts, ['heartCount', 'heart']),
  videos: firstCount(counts, ['videoCount']),
  private_account: booleanAt(user, 'privateAccount'),
  comment_setting: integerAt(user, 'commentSetting'),
  commerce_user: booleanAt(user, 'commerceUserInfo.commerceUser'),
  tt_seller: booleanAt(user, 'ttSeller'),
})

/** Returns the first text under these names that is not empty. */
export const firstText = (node: unknown, names: string[]): string | null =>
  names.map(name => stringAt(node, name)).find(Boolean) ?? null

const firstCount = (counts: unknown[], names: string[]): number | null =>
  counts.flatMap(node => names.map(name => parseCount(at(node, name)))).find(count => count !== null) ?? null
