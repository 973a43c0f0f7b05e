import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { meaningOf } from '../meaning.ts'
import type { MediaPart } from '../media-part.ts'
import { joinTimelines, TIMELINE_READERS, type Timeline } from '../posts/timeline.ts'
import { PROFILE_READERS } from './layouts.ts'
import type { ProfilePart } from './output.ts'

/** What some payloads tell of one account. */
export interface Account {
  profile: Partial<ProfilePart>
  /** Its posts, as far as they are there; null where no payload has a place for any. */
  timeline: Timeline | null
}

/**
 * What some payloads tell of one account: of that with the name, or else of the first that they name, because an
 * account may have a new name. Payloads that name another one are left out, with their posts.
 */
export function accountFrom(payloads: Payload[], username?: string): Account {
  const answers = payloads.filter(({ body }) => meaningOf(body) === null)
  const names = answers.map(payload =>
    mergeParts(readLayouts(PROFILE_READERS, [payload])).username?.toLowerCase(),
  )
  const wanted = username && names.includes(username) ? username : names.find(Boolean)
  const own = answers.filter((_, index) => !names[index] || names[index] === wanted)
  return {
    profile: mergeParts(readLayouts(PROFILE_READERS, own)),
    timeline: joinTimelines(own.flatMap(payload => readLayouts(TIMELINE_READERS, [payload]))),
  }
}

/** The number of the account: its own, or that of whoever owns the posts. Posts of two owners stand under the other one as well. */
export function accountId({ profile, timeline }: Account, username?: string): string | null {
  const posts = timeline?.posts ?? []
  const named = posts.find(
    ({ owner_username: name }) => name && name.toLowerCase() === (username ?? profile.username),
  )
  return profile.id ?? named?.owner_id ?? ownerOfMost(posts)
}

/** Who owns more than half of the posts. */
function ownerOfMost(posts: MediaPart[]): string | null {
  const owners = Map.groupBy(posts, post => post.owner_id ?? null)
  const most = [...owners].find(([, own]) => own.length * 2 > posts.length)
  return most?.[0] ?? null
}

/** The error of payloads without what is `needed`: what one of them means, or that none has a known layout. */
export function accountUnreadable(payloads: Payload[], needed: string): AppError {
  const meanings = payloads.map(({ body }) => meaningOf(body))
  const answers = payloads.filter((_, index) => meanings[index] === null)
  const readers = [...PROFILE_READERS, ...TIMELINE_READERS]
  return meanings.find(meaning => meaning !== null) ?? unreadable(readers, answers, needed)
}
