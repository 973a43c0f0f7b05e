import { AppError } from '../../../base/errors.ts'
import { segmentsOf } from '../username.ts'

/** A post by its shortcode, or by a short link that only the platform can resolve. */
export type PostLink = { shortcode: string } | { share: string }

const SHORTCODE = /^[\w-]{5,60}$/
/** A bare shortcode; anything shorter is more likely a word. */
const BARE_SHORTCODE = /^[\w-]{10,60}$/
const MEDIA_ID = /^(?:instagram:\/\/media\?id=)?(\d{15,20})(?:_\d+)?$/
const POST_KINDS = ['p', 'reel', 'reels', 'tv']
/** `/reels/audio/…` lists the videos with a sound, so it is not a shortcode. */
const NO_SHORTCODE = 'audio'

/**
 * Reads a post in any form that people have: an address of its page, a short link, its shortcode, its id. Returns null for
 * anything else.
 */
export function parsePostLink(text: string): PostLink | null {
  const trimmed = text.trim()
  const id = MEDIA_ID.exec(trimmed)?.[1]
  if (id) return { shortcode: shortcodeOf(id) }
  const segments = segmentsOf(trimmed)
  if (segments === null) return BARE_SHORTCODE.test(trimmed) ? { shortcode: trimmed } : null
  if (segments[0] === 'share') return linkOfShare(segments.slice(1))
  const kindIndex = POST_KINDS.includes(segments[0] ?? '') ? 0 : 1
  return POST_KINDS.includes(segments[kindIndex] ?? '')
    ? linkOfShortcode(segments[kindIndex + 1] ?? '')
    : null
}

/** Like `parsePostLink`, but throws AppError `invalid_input` for anything else. */
export function requirePostLink(url: string): PostLink {
  const link = parsePostLink(url)
  if (link) return link
  throw new AppError('invalid_input', 'This is not the address of a post.', {
    field: 'url',
    hint: 'Use an address whose path is /p/…, /reel/…, /tv/…, /name/p/…, /name/reel/… or /share/…, or the shortcode of the post.',
  })
}

/** Returns the shortcode in an address of the platform, or null if it is not the address of a post. */
export function shortcodeIn(address: string): string | null {
  const link = segmentsOf(address) && parsePostLink(address)
  return link && 'shortcode' in link ? link.shortcode : null
}

const linkOfShortcode = (shortcode: string): PostLink | null =>
  SHORTCODE.test(shortcode) && shortcode !== NO_SHORTCODE ? { shortcode } : null

/** `/share/…`, `/share/p/…`, `/share/reel/…` */
function linkOfShare(segments: string[]): PostLink | null {
  const [kind, code] = segments.length > 1 ? segments : ['', ...segments]
  const isShort = SHORTCODE.test(code ?? '') && (kind === '' || POST_KINDS.includes(kind!))
  return isShort ? { share: [kind, code].filter(Boolean).join('/') } : null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Characters of a shortcode that hold the id. In posts of private accounts a secret follows. */
const ID_LENGTH = 11

/** Returns the numeric id that a shortcode stands for: its first 11 characters are a number in base 64. */
export const mediaIdOf = (shortcode: string): string =>
  [...shortcode.slice(0, ID_LENGTH)]
    .reduce((number, character) => number * 64n + BigInt(ALPHABET.indexOf(character)), 0n)
    .toString()

/** Returns the shortcode for a numeric id. */
export function shortcodeOf(mediaId: string): string {
  let shortcode = ''
  for (let rest = BigInt(mediaId); rest > 0n; rest /= 64n)
    shortcode = ALPHABET[Number(rest % 64n)]! + shortcode
  return shortcode
}

/** Whether two shortcodes identify the same post, regardless of a secret at their end. */
export const isSamePost = (one: string, other: string): boolean =>
  one.slice(0, ID_LENGTH) === other.slice(0, ID_LENGTH)
