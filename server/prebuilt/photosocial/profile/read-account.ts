import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../../layouts.ts'
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
export interface AskedAccount {
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
export function accountFrom(payloads: Payload[], asked: AskedAccount = {}): Account {
  const answers = withoutStories(payloads).filter(({ body }) => meaningOf(body) === null)
  const own = filterBySubject(answers, subjectsOf(answers, asked), askedSubject(asked))
  return {
    profile: mergeParts(readLayouts(PROFILE_READERS, own)),
    timeline: joinTimelines(own.flatMap(payload => readLayouts(TIMELINE_READERS, [payload]))),
  }
}

/** Returns a function that gives the account of a payload: the one it names, or else the owner of its posts. */
function subjectsOf(payloads: Payload[], asked: AskedAccount): (payload: Payload) => AccountSubject | null {
  const named = new Map(payloads.map(payload => [payload, nameIn(payload)]))
  const names = [...named.values()].filter(name => name !== null)
  const wanted = { username: asked.username ?? null, id: asked.user_id ?? null }
  return payload => {
    const name = named.get(payload) ?? ownerIn(payload, [wanted, ...names])
    return name && subjectOf(completed(name, names))
  }
}

interface Name {
  username: string | null
  id: string | null
}

/** Completes a name with the name and id that other payloads have for the same account. */
function completed({ username, id }: Name, names: Name[]): Name {
  const same = names.filter(name => isSameName(name, { username, id }))
  return {
    username: username ?? same.find(name => name.username)?.username ?? null,
    id: id ?? same.find(name => name.id)?.id ?? null,
  }
}

const subjectOf = ({ username, id }: Name): AccountSubject => ({
  key: username ?? id ?? '',
  label: accountLabel({ username: username ?? undefined, user_id: id ?? undefined }),
  username,
  id,
})

function nameIn(payload: Payload): Name | null {
  const { username, id = null } = mergeParts(readLayouts(PROFILE_READERS, [payload]))
  return username || id ? { username: username?.toLowerCase() ?? null, id } : null
}

/**
 * Returns the owner of the posts of a saved page: a known account that owns any of them, or else the account that owns most.
 * A single post is not enough, since it may appear in another account too. A call for an account's id needs no such check.
 */
function ownerIn(payload: Payload, known: Name[]): Name | null {
  if (payload.source !== 'saved') return null
  const posts = readLayouts(TIMELINE_READERS, [payload]).flatMap(timeline => timeline.posts)
  const owners = posts.flatMap(({ owner_id = null, owner_username }) =>
    owner_id || owner_username ? [{ id: owner_id, username: owner_username?.toLowerCase() ?? null }] : [],
  )
  const isOf = (name: Name) => owners.some(owner => isSameName(owner, name))
  const most = Object.values(Object.groupBy(owners, ({ id, username }) => username ?? id ?? ''))
  const [largest] = most.toSorted((one, other) => other!.length - one!.length)
  return known.find(isOf) ?? (owners.length > 1 ? largest![0]! : null)
}

const isSameName = (one: Name, other: Name) =>
  (one.id !== null && one.id === other.id) || (one.username !== null && one.username === other.username)

function askedSubject(asked: AskedAccount): RequestedSubject<AccountSubject> | null {
  const { username, user_id: id } = asked
  if (username === undefined && id === undefined) return null
  const isSame = (own: string | null, wanted: string) => (own === null ? null : own === wanted)
  return {
    label: accountLabel(asked),
    isSame: subject =>
      username === undefined ? isSame(subject.id, id!) : isSame(subject.username, username),
  }
}

/** The name of an account in a sentence. */
const accountLabel = ({ username, user_id }: AskedAccount) =>
  username === undefined ? `the account ${user_id}` : `@${username}`

/**
 * Returns the id of the account: its own, or that of the posts' owner. Posts with two owners appear in the other owner's
 * account too.
 */
export function accountId({ profile, timeline }: Account, username?: string): string | null {
  const posts = timeline?.posts ?? []
  const named = posts.find(
    ({ owner_username: name }) => name && name.toLowerCase() === (username ?? profile.username),
  )
  return profile.id ?? named?.owner_id ?? ownerOfMost(posts)
}

/** Returns the owner of more than half of the posts, or null. */
function ownerOfMost(posts: MediaPart[]): string | null {
  const owners = Map.groupBy(posts, post => post.owner_id ?? null)
  const most = [...owners].find(([, own]) => own.length * 2 > posts.length)
  return most?.[0] ?? null
}

/**
 * Returns the error for payloads without `needed`: one of them has a meaning, they are of another kind, or none has a known
 * layout.
 */
export function accountUnreadable(payloads: Payload[], needed: string, asked: AskedAccount = {}): AppError {
  const meanings = payloads.map(({ body }) => meaningOf(body))
  const answers = payloads.filter((_, index) => meanings[index] === null)
  const readers = [...PROFILE_READERS, ...TIMELINE_READERS]
  const label = Object.values(asked).some(Boolean) ? accountLabel(asked) : null
  return (
    meanings.find(meaning => meaning !== null) ??
    otherKindError(answers, 'account', label) ??
    unreadable(readers, answers, needed)
  )
}
