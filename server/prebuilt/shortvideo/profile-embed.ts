import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, integerAt } from '../json-walk.ts'
import { firstText, type ProfilePart, profilePart } from './profile-part.ts'

const INT32_RANGE = 2 ** 32

/** The page made for embedding: rounded counts, a small picture, no settings. Its users lie under their path, `/embed/@name`. */
export const embeddedPage: Reader<ProfilePart[]> = {
  layout: 'source.data./embed/@….userInfo',
  recognise(body) {
    const users = Object.values(at(body, 'source.data') ?? {}).map(page => at(page, 'userInfo'))
    const known = users.filter(user => at(user, 'uniqueId') !== undefined)
    return known.length > 0 ? known : undefined
  },
  read: users =>
    (users as unknown[]).map(user => ({
      ...profilePart(user, user),
      avatar: firstText(user, ['avatarLargerUrl', 'avatarMediumUrl', 'avatarThumbUrl']),
      hearts: unwrapped(integerAt(user, 'heartCount')) ?? parseCount(at(user, 'heartCount')),
    })),
}

/** A count that overflowed 32 bits and came out negative. */
const unwrapped = (count: number | null) => (count !== null && count < 0 ? count + INT32_RANGE : count)
