const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Posts of private accounts carry a secret behind these. */
const LENGTH = 11

/** The numeric id that a shortcode stands for: its first 11 characters are a number of base 64. */
export const mediaIdOf = (shortcode: string): string =>
  [...shortcode.slice(0, LENGTH)]
    .reduce((number, sign) => number * 64n + BigInt(ALPHABET.indexOf(sign)), 0n)
    .toString()

/** The shortcode of a numeric id. */
export function shortcodeOf(mediaId: string): string {
  let shortcode = ''
  for (let rest = BigInt(mediaId); rest > 0n; rest /= 64n)
    shortcode = ALPHABET[Number(rest % 64n)]! + shortcode
  return shortcode
}

/** Whether two shortcodes name the same post, whichever of them carries a secret. */
export const samePost = (one: string, other: string): boolean =>
  one.slice(0, LENGTH) === other.slice(0, LENGTH)
