import { AppError } from '../../base/errors.ts'
import { decodePart } from '../decode-part.ts'

const HOST = /^(?:(?:https?:)?\/\/)?(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)(?::\d+)?(?=[/?#]|$)/i

/** A path without a host. If it starts with a name that contains a dot, it could be of any site. */
const RELATIVE = /^\/(?!\/)|^(?:@[\w.]+|[\w-]+)\//

/**
 * Returns the path segments of an address on this platform, with or without scheme and host (`/p/…`, `p/…`). Returns null if
 * the text is not an address, or is an address of another site.
 */
export function segmentsOf(text: string): string[] | null {
  const trimmed = text.trim()
  const path = trimmed.replace(HOST, '')
  const isAddress = path !== trimmed || RELATIVE.test(trimmed)
  return isAddress ? path.split(/[?#]/)[0]!.split('/').filter(Boolean).map(decodePart) : null
}

const USERNAME = /^(?=.*\w)[\w.]{1,30}$/

/** First path segments that are pages of the platform, not accounts. */
const PAGES =
  /^(?:about|accounts|api|challenge|developer|direct|directory|emails|explore|graphql|legal|locations|p|popular|press|privacy|reel|reels|share|static|terms|topics|tv|web|your_activity)$/i

/**
 * Reads an account in any form that people have (`@name`, a bare name, an address of any of its pages). Returns its name in
 * lower case, as the platform writes it, or null for anything else.
 */
export function usernameOf(text: string): string | null {
  const trimmed = text.trim().replace(/^instagram:\/\/user\?username=/, '')
  const segments = segmentsOf(trimmed)
  if (segments === null) return normalizeName(trimmed.replace(/^@/, ''))
  const [first = '', second = ''] = segments
  if (first === '_u' || first === 'stories') return normalizeName(second)
  return PAGES.test(first) ? null : normalizeName(first.replace(/^@/, ''))
}

/** Like `usernameOf`, but throws AppError `invalid_input` for anything else. */
export function requireUsername(username: string): string {
  const name = usernameOf(username)
  if (name) return name
  throw new AppError('invalid_input', 'This is neither the name nor an address of an account.', {
    field: 'username',
    hint: 'Use the name (letters, digits, dots and underscores, with or without @), or an address whose path is /name.',
  })
}

const normalizeName = (name: string): string | null => (USERNAME.test(name) ? name.toLowerCase() : null)

/** Returns the id of an account. Throws AppError `invalid_input` if the text is not an id. */
export function requireUserId(text: string): string {
  const id = text.trim()
  if (/^[1-9]\d{0,29}$/.test(id)) return id
  throw new AppError('invalid_input', 'This is not the id of an account.', {
    field: 'user_id',
    hint: 'Use the digits of `user_id` in a page of posts, or `username` with the name.',
  })
}
