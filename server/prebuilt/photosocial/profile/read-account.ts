import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { hasMoreThan, mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { filterBySubject, type RequestedSubject, type Subject } from '../../one-subject.ts'
import { meaningOf } from '../meaning.ts'
import type { MediaPart } from '../media-part.ts'
import { otherKindError, withoutStories } from '../page-kind.ts'
import { joinTimelines, TIMELINE_READERS, type Timeline } from '../posts/timeline.ts'
import { PROFILE_READERS } from './layouts.ts'
import type { ProfilePart } from './output.ts'

/** What a set of payloads holds about one account. */
export interface Account {
  profile: Partial<ProfilePart>
  /** The posts that were found; null if no payload has a list of posts. */
  timeline: Timeline | null
}

/** The account that was asked for, by name or id. */
export interface RequestedAccount {
  username?: string | undefined
  user_id?: string | undefined
}

/** An account named in a payload. */
interface AccountSubject extends Subject {
  username: string | null
  id: string | null
}

/**
 * Reads one account from payloads: the one that was asked for, or else the first that they name. Payloads about other
 * accounts are ignored, with their posts. Throws `not_asked_for` if all of them name another account.
 */
export function accountFrom(payloads: Payload[], requested: RequestedAccount = {}): Account {
  const answers = withoutStories(payloads).filter(({ body }) => meaningOf(body) === null)
  const ownPayloads = filterBySubject(answers, subjectsOf(answers, requested), requestedSubject(requested))
  return {
    profile: mergeParts(readLayouts(PROFILE_READERS, ownPayloads)),
    timeline: joinTimelines(ownPayloads.flatMap(payload => readLayouts(TIMELINE_READERS, [payload]))),
  }
}

/** Whether an account is named, and anything else is known about it. */
export const isDescribed = ({ profile, timeline }: Account): boolean =>
  Boolean(profile.username || profile.id) &&
  (hasMoreThan(profile, 'id', 'node_id', 'username') || Boolean(timeline?.posts.length))

/** What an account lacks that is not described. */
export const DESCRIPTION = 'more of the account than its name or id'

/** Returns a function that gives the account of a payload: the one it names, or else the owner of its posts. */
function subjectsOf(
  payloads: Payload[],
  requested: RequestedAccount,
): (payload: Payload) => AccountSubject | null {
  const nameByPayload = new Map(payloads.map(payload => [payload, readName(payload)]))
  const names = [...nameByPayload.values()].filter(name => name !== null)
  const requestedName = { username: requested.username ?? null, id: requested.user_id ?? null }
  return payload => {
    const name = nameByPayload.get(payload) ?? findOwner(payload, [requestedName, ...names])
    return name && subjectOf(completeName(name, names))
  }
}

interface AccountName {
  username: string | null
  id: string | null
}

/** Completes a name with the name and id that other payloads have for the same account. */
function completeName({ username, id }: AccountName, names: AccountName[]): AccountName {
  const sameAccount = names.filter(name => isSameName(name, { username, id }))
  return {
    username: username ?? sameAccount.find(name => name.username)?.username ?? null,
    id: id ?? sameAccount.find(name => name.id)?.id ?? null,
  }
}

const subjectOf = ({ username, id }: AccountName): AccountSubject => ({
  key: username ?? id ?? '',
  label: accountLabel({ username: username ?? undefined, user_id: id ?? undefined }),
  username,
  id,
})

function readName(payload: Payload): AccountName | null {
  const { username, id = null } = mergeParts(readLayouts(PROFILE_READERS, [payload]))
  return username || id ? { username: username?.toLowerCase() ?? null, id } : null
}

/**
 * Returns the owner of the posts of a saved page: a known account that owns any of them, or else the account that owns most.
 * A single post is not enough, since it may appear in another account too. A call for an account's id needs no such check.
 */
function findOwner(payload: Payload, names: AccountName[]): AccountName | null {
  if (payload.source !== 'saved') return null
  const posts = readLayouts(TIMELINE_READERS, [payload]).flatMap(timeline => timeline.posts)
  const owners = posts.flatMap(({ owner_id = null, owner_username }) =>
    owner_id || owner_username ? [{ id: owner_id, username: owner_username?.toLowerCase() ?? null }] : [],
  )
  const ownsPost = (name: AccountName) => owners.some(owner => isSameName(owner, name))
  const groups = Object.values(Object.groupBy(owners, ({ id, username }) => username ?? id ?? ''))
  const [largestGroup] = groups.toSorted((one, other) => other!.length - one!.length)
  return names.find(ownsPost) ?? (owners.length > 1 ? largestGroup![0]! : null)
}

const isSameName = (one: AccountName, other: AccountName) =>
  (one.id !== null && one.id === other.id) || (one.username !== null && one.username === other.username)

function requestedSubject(requested: RequestedAccount): RequestedSubject<AccountSubject> | null {
  const { username, user_id: id } = requested
  if (username === undefined && id === undefined) return null
  const isSame = (actual: string | null, expected: string) => (actual === null ? null : actual === expected)
  return {
    label: accountLabel(requested),
    isSame: subject =>
      username === undefined ? isSame(subject.id, id!) : isSame(subject.username, username),
  }
}

/** The name of an account in a sentence. */
const accountLabel = ({ username, user_id }: RequestedAccount) =>
  username === undefined ? `the account ${user_id}` : `@${username}`

/**
 * Returns the id of the account: its own, or that of the posts' owner. Posts with two owners appear in the other owner's
 * account too.
 */
export function accountId({ profile, timeline }: Account, username?: string): string | null {
  const posts = timeline?.posts ?? []
  const ownPost = posts.find(
    ({ owner_username: name }) => name && name.toLowerCase() === (username ?? profile.username),
  )
  return profile.id ?? ownPost?.owner_id ?? ownerOfMost(posts)
}

/** Returns the owner of more than half of the posts, or null. */
function ownerOfMost(posts: MediaPart[]): string | null {
  const owners = Map.groupBy(posts, post => post.owner_id ?? null)
  const majority = [...owners].find(([, ownPosts]) => ownPosts.length * 2 > posts.length)
  return majority?.[0] ?? null
}

/**
 * Returns the error for payloads without `needed`: one of them has a meaning, they are of another kind, or none has a known
 * layout.
 */
export function accountUnreadable(
  payloads: Payload[],
  needed: string,
  requested: RequestedAccount = {},
): AppError {
  const meanings = payloads.map(({ body }) => meaningOf(body))
  const answers = payloads.filter((_, index) => meanings[index] === null)
  const readers = [...PROFILE_READERS, ...TIMELINE_READERS]
  const label = Object.values(requested).some(Boolean) ? accountLabel(requested) : null
  return (
    meanings.find(meaning => meaning !== null) ??
    otherKindError(answers, 'account', label) ??
    unreadable(readers, answers, needed)
  )
}
