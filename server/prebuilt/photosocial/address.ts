const HOST = /^(?:(?:https?:)?\/\/)?(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)(?::\d+)?(?=[/?#]|$)/i

/** A path without its host. One that starts with a dotted name could be of any site. */
const RELATIVE = /^\/(?!\/)|^(?:@[\w.]+|[\w-]+)\//

/**
 * The steps of the path of an address of this platform, with or without scheme and host (`/p/…`, `p/…`). Null where the
 * text is no address, or one of another site.
 */
export function stepsOf(text: string): string[] | null {
  const given = text.trim()
  const path = given.replace(HOST, '')
  const isAddress = path !== given || RELATIVE.test(given)
  return isAddress ? path.split(/[?#]/)[0]!.split('/').filter(Boolean).map(decoded) : null
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return ''
  }
}
