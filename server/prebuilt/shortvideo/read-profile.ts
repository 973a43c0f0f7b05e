import type { Payload } from '../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { meaningIn } from './meaning.ts'
import { accountPlace } from './place.ts'
import { embeddedPage } from './profile-embed.ts'
import { detailCall, nextData, sigiState, userDetail } from './profile-layouts.ts'
import type { ProfilePart } from './profile-part.ts'

/** Where two layouts tell the same field, the earlier one here wins. */
const READERS = [userDetail, detailCall, sigiState, nextData, embeddedPage]

/**
 * The account of a page: the asked one where several lie there, else the first, which is the page's owner. Throws what
 * the payloads mean where they hold none.
 */
export function readProfile(payloads: Payload[], username = ''): Partial<ProfilePart> {
  const parts = readLayouts(READERS, payloads).flat().filter(isAccount)
  const place = accountPlace(username)
  const asked = place && 'id' in place ? place.id : null
  const account = parts.find(({ unique_id }) => isSameName(unique_id, asked)) ?? parts[0]
  if (account) return mergeParts(parts.filter(part => isSameAccount(part, account)))
  throw meaningIn(payloads) ?? unreadable(READERS, payloads, 'both the id and the name of the account')
}

const isAccount = ({ user_id, unique_id }: ProfilePart) => Boolean(user_id || unique_id)

const isSameAccount = (one: ProfilePart, other: ProfilePart) =>
  one.unique_id && other.unique_id
    ? isSameName(one.unique_id, other.unique_id)
    : one.user_id === other.user_id

/** Names are the same in capitals. */
const isSameName = (one: string | null, other: string | null) =>
  one !== null && one.toLowerCase() === other?.toLowerCase()
