import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { type Asked, ofOneSubject, type Subject } from '../../one-subject.ts'
import { meaningOf } from '../meaning.ts'
import type { MediaPart } from '../media-part.ts'
import { ofOtherKind, withoutStories } from '../page-kind.ts'
import { joinTimelines, TIMELINE_READERS, type Timeline } from '../posts/timeline.ts'
import { PROFILE_READERS } from './layouts.ts'
import type { ProfilePart } from './output.ts'

/** What some payloads hold about one account. */
export interface Account {
  profile: Partial<ProfilePart>
  /** Its posts, as far as they are there; null where no payload has a place for any. */
  timeline: Timeline | null
}

/** The account that was asked for, by one of its two names. */
export interface AskedAccount {
  username?: string | undefined
  user_id?: string | undefined
}

/** An account as payloads name it. */
interface AccountSubject extends Subject {
  username: string | null
  id: string | null
}

/**
 * What some payloads tell of one account: of that which was asked for, or else of the first that they name. Payloads that
 * name another one are left out, with their posts. Throws `not_asked_for` where all name another one.
 */
export function accountFrom(payloads: Payload[], asked: AskedAccount = {}): Account {
  const answers = withoutStories(payloads).filter(({ body }) => meaningOf(body) === null)
  const own = ofOneSubject(answers, subjectsOf(answers, asked), askedSubject(asked))
  return {
    profile: mergeParts(readLayouts(PROFILE_READERS, own)),
    timeline: joinTimelines(own.flatMap(payload => readLayouts(TIMELINE_READERS, [payload]))),
  }
}

/** Which account each payload names; where it names none, whose its posts are. */
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

/** A name with what the other payloads tell of the same account. */
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
 * Whose the posts of a saved page are: one of the accounts that are known where it owns any of them, or else whoever
 * owns most. One post alone may stand under another account as well. What a call asked for by its id needs no such proof.
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

function askedSubject(asked: AskedAccount): Asked<AccountSubject> | null {
  const { username, user_id: id } = asked
  if (username === undefined && id === undefined) return null
  const isSame = (own: string | null, wanted: string) => (own === null ? null : own === wanted)
  return {
    label: accountLabel(asked),
    isSame: subject =>
      username === undefined ? isSame(subject.id, id!) : isSame(subject.username, username),
  }
}

/** An account as a sentence names it. */
const accountLabel = ({ username, user_id }: AskedAccount) =>
  username === undefined ? `the account ${user_id}` : `@${username}`

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
export function accountUnreadable(payloads: Payload[], needed: string, asked: AskedAccount = {}): AppError {
  const meanings = payloads.map(({ body }) => meaningOf(body))
  const answers = payloads.filter((_, index) => meanings[index] === null)
  const readers = [...PROFILE_READERS, ...TIMELINE_READERS]
  const label = Object.values(asked).some(Boolean) ? accountLabel(asked) : null
  return (
    meanings.find(meaning => meaning !== null) ??
    ofOtherKind(answers, 'account', label) ??
    unreadable(readers, answers, needed)
  )
}
