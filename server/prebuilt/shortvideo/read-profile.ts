import { parseCount } from '../../base/text/counts.ts'
import type { Payload, Reader } from '../define-prebuilt.ts'
import { at, integerAt } from '../json-walk.ts'
import { hasMoreThan, mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { notAskedForError } from '../one-subject.ts'
import { meaningIn, meaningOf } from './meaning.ts'
import { otherKindError } from './page-kind.ts'
import { detailCall, nextData, sigiState, userDetail } from './profile-layouts.ts'
import { firstText, type ProfilePart, profilePart } from './profile-part.ts'
import { parseAccount } from './subject-address.ts'

const INT32_RANGE = 2 ** 32

/** The embed page: rounded counts, a small picture, no settings. Its users are under their path, `/embed/@name`. */
const embeddedPage: Reader<ProfilePart[]> = {
  layout: 'source.data./embed/@….userInfo',
  recognise(body) {
    const users = Object.values(at(body, 'source.data') ?? {}).map(page => at(page, 'userInfo'))
    const namedUsers = users.filter(user => at(user, 'uniqueId') !== undefined)
    return namedUsers.length > 0 ? namedUsers : undefined
  },
  read: users =>
    (users as unknown[]).map(user => ({
      ...profilePart(user, user),
      avatar: firstText(user, ['avatarLargerUrl', 'avatarMediumUrl', 'avatarThumbUrl']),
      hearts: correctOverflow(integerAt(user, 'heartCount')) ?? parseCount(at(user, 'heartCount')),
    })),
}

/** Corrects a count that overflowed 32 bits and became negative; -1 means "not known". */
function correctOverflow(count: number | null): number | null {
  if (count === null || count === -1 || count < -INT32_RANGE / 2) return null
  return count < 0 ? count + INT32_RANGE : count
}

/** If two layouts have the same field, the earlier one wins. */
const READERS = [userDetail, detailCall, sigiState, nextData, embeddedPage]

/**
 * Reads an account from payloads: the one that was asked for, or else the first, which is the owner of the page. Throws
 * `not_asked_for` if there are only other accounts, and the meaning of the payloads if they hold none.
 */
export function readProfile(payloads: Payload[], username = ''): Partial<ProfilePart> {
  // The platform repeats the name of an account that does not exist, with counts of 0.
  const existing = payloads.filter(({ body }) => meaningOf(body)?.code !== 'not_found')
  const parts = readLayouts(READERS, existing).flat().filter(isAccount)
  const address = parseAccount(username)
  const requestedName = address && 'id' in address ? address.id : null
  const account = requestedName === null ? parts[0] : accountOf(parts, requestedName)
  const merged = account ? mergeParts(parts.filter(part => isSameAccount(part, account))) : {}
  if (hasMoreThan(merged, 'user_id', 'unique_id')) return merged
  if (parts[0] && !account) throw notAskedForError(`@${parts[0].unique_id}`, `@${requestedName}`)
  throw (
    meaningIn(payloads) ??
    otherKindError(payloads, 'account', requestedName && `@${requestedName}`) ??
    unreadable(READERS, payloads, 'more of the account than its name or id')
  )
}

/** Returns the account with this name, or else one without a name, which may be it. */
const accountOf = (parts: ProfilePart[], name: string) =>
  parts.find(({ unique_id }) => isSameName(unique_id, name)) ?? parts.find(({ unique_id }) => !unique_id)

const isAccount = ({ user_id, unique_id }: ProfilePart) => Boolean(user_id || unique_id)

const isSameAccount = (one: ProfilePart, other: ProfilePart) =>
  one.unique_id && other.unique_id
    ? isSameName(one.unique_id, other.unique_id)
    : one.user_id === other.user_id

/** Names are case-insensitive. */
const isSameName = (one: string | null, other: string | null) =>
  one !== null && one.toLowerCase() === other?.toLowerCase()
