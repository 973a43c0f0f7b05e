import { AppError } from '../../errors.ts'

const ID = /^UC[\w-]{22}$/
/** Handles may be in any script. */
const NAME = /^[\p{L}\p{M}\p{N}_.·-]{1,100}$/u
const HOST = /^(?:(?:https?:)?\/\/)?(?:[a-z0-9-]+\.)?youtube\.com(?::\d+)?(?=[/?#]|$)/i
const PATH = /^(?:\/(?!\/)|@|(?:c|user|channel)\/)/

/** First steps of a path that are pages of the platform, and so no one's old short address. */
const PAGES = new Set(
  'about account ads app attribution_link c channel clip creators embed feed gaming hashtag howyoutubeworks intl jobs live live_chat movies music new oembed playlist podcasts post premium redirect reporthistory results s shorts sitemap source stream_queue t trends upload user v watch watch_videos'.split(
    ' ',
  ),
)

/**
 * A channel as people have it (`@handle`, a bare handle, `UC…`, an address in any form, with or without scheme) → the
 * path of its page: `/@handle`, `/channel/UC…`, `/c/name`, `/user/name` or the old `/name`, percent-encoded. Null for anything else.
 */
export function channelPath(text: string): string | null {
  const given = text.trim()
  if (ID.test(given)) return `/channel/${given}`
  const path = given.replace(HOST, '')
  if (path !== given || PATH.test(given)) return pathOf(path)
  return NAME.test(given) ? `/@${encodeURIComponent(given)}` : null
}

/** The same; throws 400 for what is no channel. */
export function requireChannelPath(handle: string): string {
  const path = channelPath(handle)
  if (path) return path
  throw new AppError('invalid_input', 'This is neither a handle, an id nor an address of a channel.', {
    field: 'handle',
    hint: 'Use a handle (@name), a channel id (UC and 22 characters), or an address whose path is /@name, /channel/UC…, /c/name or /user/name.',
  })
}

function pathOf(address: string): string | null {
  const [first = '', second = ''] = address.split(/[?#]/)[0]!.split('/').filter(Boolean).map(decoded)
  if (first.startsWith('@'))
    return NAME.test(first.slice(1)) ? `/@${encodeURIComponent(first.slice(1))}` : null
  if (first === 'channel') return ID.test(second) ? `/channel/${second}` : null
  if (first === 'c' || first === 'user')
    return NAME.test(second) ? `/${first}/${encodeURIComponent(second)}` : null
  return NAME.test(first) && !PAGES.has(first.toLowerCase()) ? `/${encodeURIComponent(first)}` : null
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return ''
  }
}
