import { AppError } from '../../base/errors.ts'
import { decodePart } from '../decode-part.ts'
import { shortvideo } from './platform.ts'

/** The id in an input, or a short link that has to be followed. */
export type SubjectAddress = { id: string } | { shortLink: string }

/** Maximum length of an address; longer texts would only cost time. */
const MAX_LENGTH = 2_000

const HOST = /^(?:(?:https?:)?\/\/)?((?:[a-z0-9-]+\.)?tiktok\.com)(?::\d+)?(?=[/?#]|$)/i
const SHORT_HOST = /^v[mt]\./i

const NAME = /^[\w.-]{1,40}$/
const VIDEO_ID = /^\d{17,20}$/

const ACCOUNT_PATH = /^\/(?:embed\/)?@([^/]+)/
const VIDEO_PATH = /\/(?:video|photo|v|v2|embed)\/(\d{17,20})(?:\.html)?(?=\/|$)/
const SHORT_PATH = /^\/t\/([\w-]+)\/*$/
const SHORT_HOST_PATH = /^\/([\w-]+)\/*$/

/**
 * Reads an account in any form that people have: a name with or without @, an address of any of its pages, a short link.
 * Returns null for anything else.
 */
export function parseAccount(text: string): SubjectAddress | null {
  const trimmed = text.trim()
  const name = trimmed.replace(/^@/, '')
  const isName = NAME.test(name) && !HOST.test(trimmed)
  return isName ? { id: name } : parseAddress(trimmed, path => ACCOUNT_PATH.exec(path)?.[1], NAME)
}

/**
 * Reads a video in any form that people have: its id, any of its addresses, a short link. Returns null for anything else.
 */
export function parseVideo(text: string): SubjectAddress | null {
  const trimmed = text.trim()
  return VIDEO_ID.test(trimmed)
    ? { id: trimmed }
    : parseAddress(trimmed, path => VIDEO_PATH.exec(path)?.[1], VIDEO_ID)
}

/** Like `parseAccount`, but throws AppError `invalid_input` for anything else. */
export const requireAccount = (username: string): SubjectAddress =>
  requireAddress(parseAccount(username), 'This is neither a name nor an address of an account.', {
    field: 'username',
    hint: 'Use a name (with or without @), an address whose path is /@name, /@name/video/… or /embed/@name, or a short link (/t/…, or the code of a vm. or vt. address).',
  })

/** Like `parseVideo`, but throws AppError `invalid_input` that names `field` for anything else. */
export const requireVideo = (video: string, field: 'url' | 'video_id'): SubjectAddress =>
  requireAddress(parseVideo(video), 'This is neither an id nor an address of a video.', {
    field,
    hint: 'Use an id (18 or 19 digits), an address whose path is /@name/video/…, /@name/photo/…, /video/…, /embed/v2/… or /v/….html, or a short link (/t/…, or the code of a vm. or vt. address).',
  })

function requireAddress(
  address: SubjectAddress | null,
  message: string,
  facts: { field: string; hint: string },
): SubjectAddress {
  if (address) return address
  throw new AppError('invalid_input', message, facts)
}

function parseAddress(
  address: string,
  idIn: (path: string) => string | undefined,
  idPattern: RegExp,
): SubjectAddress | null {
  if (address.length > MAX_LENGTH) return null
  const [prefix = '', host = ''] = HOST.exec(address) ?? []
  const path = decodePart(address.slice(prefix.length).split(/[?#]/)[0]!)
  if (!prefix && !/^[/@]/.test(path)) return null
  const code = (SHORT_HOST.test(host) ? SHORT_HOST_PATH : SHORT_PATH).exec(path)?.[1]
  if (code) return { shortLink: shortLinkFor(host, code) }
  const id = idIn(path.replace(/^@/, '/@'))
  return id !== undefined && idPattern.test(id) ? { id } : null
}

const shortLinkFor = (host: string, code: string) =>
  SHORT_HOST.test(host) ? `https://${host.toLowerCase()}/${code}/` : `${shortvideo.origin}/t/${code}/`
