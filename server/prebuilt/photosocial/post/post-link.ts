import { AppError } from '../../../base/errors.ts'
import { segmentsOf } from '../username.ts'

/** A post by its shortcode, or by a short link that only the platform can resolve. */
export type PostLink = { shortcode: string } | { share: string }

const SHORTCODE = /^[\w-]{5,60}$/
/** A bare shortcode; anything shorter is more likely a word. */
const BARE = /^[\w-]{10,60}$/
const MEDIA_ID = /^(?:instagram:\/\/media\?id=)?(\d{15,20})(?:_\d+)?$/
const POSTS = ['p', 'reel', 'reels', 'tv']
/** `/reels/audio/…` lists the videos with a sound, so it is not a shortcode. */
const NO_SHORTCODE = 'audio'

/**
 * Reads a post in any form that people have: an address of its page, a short link, its shortcode, its id. Returns null for
 * anything else.
 */
export function postLink(text: string): PostLink | null {
  const given = text.trim()
  const id = MEDIA_ID.exec(given)?.[1]
  if (id) return { shortcode: shortcodeOf(id) }
  const steps = segmentsOf(given)
  if (steps === null) return BARE.test(given) ? { shortcode: given } : null
  if (steps[0] === 'share') return shared(steps.slice(1))
  const start = POSTS.includes(steps[0] ?? '') ? 0 : 1
  return POSTS.includes(steps[start] ?? '') ? named(steps[start + 1] ?? '') : null
}

/** Like `postLink`, but throws AppError `invalid_input` for anything else. */
export function requirePostLink(url: string): PostLink {
  const link = postLink(url)
  if (link) return link
  throw new AppError('invalid_input', 'This is not the address of a post.', {
    field: 'url',
    hint: 'Use an address whose path is /p/…, /reel/…, /tv/…, /name/p/…, /name/reel/… or /share/…, or the shortcode of the post.',
  })
}

/** Returns the shortcode in an address of the platform, or null if it is not the address of a post. */
export function shortcodeIn(address: string): string | null {
  const link = segmentsOf(address) && postLink(address)
  return link && 'shortcode' in link ? link.shortcode : null
}

const named = (shortcode: string): PostLink | null =>
  SHORTCODE.test(shortcode) && shortcode !== NO_SHORTCODE ? { shortcode } : null

/** `/share/…`, `/share/p/…`, `/share/reel/…` */
function shared(steps: string[]): PostLink | null {
  const [kind, code] = steps.length > 1 ? steps : ['', ...steps]
  const isShort = SHORTCODE.test(code ?? '') && (kind === '' || POSTS.includes(kind!))
  return isShort ? { share: [kind, code].filter(Boolean).join('/') } : null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Characters of a shortcode that hold the id. In posts of private accounts a secret follows. */
const LENGTH = 11

/** Returns the numeric id that a shortcode stands for: its first 11 characters are a number in base 64. */
export const mediaIdOf = (shortcode: string): string =>
  [...shortcode.slice(0, LENGTH)]
    .reduce((number, sign) => number * 64n + BigInt(ALPHABET.indexOf(sign)), 0n)
    .toString()

/** Returns the shortcode for a numeric id. */
export function shortcodeOf(mediaId: string): string {
  let shortcode = ''
  for (let rest = BigInt(mediaId); rest > 0n; rest /= 64n)
    shortcode = ALPHABET[Number(rest % 64n)]! + shortcode
  return shortcode
}

/** Whether two shortcodes identify the same post, regardless of a secret at their end. */
export const samePost = (one: string, other: string): boolean =>
  one.slice(0, LENGTH) === other.slice(0, LENGTH)
