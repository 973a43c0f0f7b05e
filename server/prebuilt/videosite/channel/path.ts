import { AppError } from '../../../base/errors.ts'
import { decodePart } from '../../decode-part.ts'
import type { RequestedSubject, Subject } from '../../one-subject.ts'

const ID = /^UC[\w-]{22}$/

/** Returns the value if it is the id of a channel, otherwise null. */
export const channelIdOf = (value: unknown): string | null =>
  typeof value === 'string' && ID.test(value) ? value : null

/** Handles may be in any script. */
const NAME = /^[\p{L}\p{M}\p{N}_.·-]{1,100}$/u
const HOST = /^(?:(?:https?:)?\/\/)?(?:[a-z0-9-]+\.)?youtube\.com(?::\d+)?(?=[/?#]|$)/i
const PATH_START = /^(?:\/(?!\/)|@|(?:c|user|channel)\/)/

/** First path segments that are pages of the platform, not old short addresses of channels. */
const PAGES =
  /^(?:about|account|ads|app|channel|clip|embed|feed|gaming|hashtag|jobs|live|movies|music|new|playlist|podcasts|post|premium|redirect|results|s|shorts|trends|upload|v|watch)$/i

/**
 * Reads a channel in any form that people have (`@handle`, a bare handle, `UC…`, any of its addresses, with or without
 * scheme). Returns the path of its page: `/@handle`, `/channel/UC…`, `/c/name`, `/user/name` or the old `/name`,
 * percent-encoded. Returns null for anything else.
 */
export function channelPath(text: string): string | null {
  const trimmed = text.trim()
  if (ID.test(trimmed)) return `/channel/${trimmed}`
  const path = trimmed.replace(HOST, '')
  if (path !== trimmed || PATH_START.test(trimmed)) return pathOf(path)
  return pathFor('/@', trimmed)
}

/** Like `channelPath`, but throws AppError `invalid_input` for anything else. */
export function requireChannelPath(handle: string): string {
  const path = channelPath(handle)
  if (path) return path
  throw new AppError('invalid_input', 'This is neither a handle, an id nor an address of a channel.', {
    field: 'handle',
    hint: 'Use a handle (@name), a channel id (UC and 22 characters), or an address whose path is /@name, /channel/UC…, /c/name or /user/name.',
  })
}

function pathOf(address: string): string | null {
  const [first = '', second = ''] = address.split(/[?#]/)[0]!.split('/').filter(Boolean).map(decodePart)
  if (first === 'channel') return ID.test(second) ? `/channel/${second}` : null
  if (first === 'c' || first === 'user') return pathFor(`/${first}/`, second)
  if (first.startsWith('@')) return pathFor('/@', first.slice(1))
  return PAGES.test(first) ? null : pathFor('/', first)
}

const pathFor = (prefix: string, name: string) => (NAME.test(name) ? prefix + encodeURIComponent(name) : null)

/** A channel as its page names it. The key is its id. */
export interface ChannelSubject extends Subject {
  /** The path of the name that its owner chose; null if the page does not say. */
  path: string | null
}

/** Returns the name of a channel in a sentence, by its path: `@name`, its id, or an old address unchanged. */
export const channelLabel = (path: string): string => {
  const decodedPath = decodePart(path)
  return decodedPath.startsWith('/@') ? decodedPath.slice(1) : decodedPath.replace(/^\/channel\//, '')
}

/**
 * Returns the channel that was asked for by a path. An old name (`/user/…`) and the current handle are the same channel if
 * they read the same. If they do not, only the platform knows: the response to a call is trusted, a saved page is not.
 */
export function requestedChannel(path: string, isSaved: boolean): RequestedSubject<ChannelSubject> {
  const [, kind, name = ''] = splitPath(path)
  return {
    label: channelLabel(path),
    isSame(subject) {
      if (kind === '/channel/') return subject.key === name
      if (subject.path === null) return null
      const [, ownKind, ownName = ''] = splitPath(subject.path)
      if (ownName.toLowerCase() === name.toLowerCase()) return true
      return isSaved || ownKind === kind ? false : null
    },
  }
}

const splitPath = (path: string) => /^(\/@|\/channel\/|\/(?:c|user)\/|\/)(.+)$/.exec(decodePart(path)) ?? []
