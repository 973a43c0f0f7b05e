import { z } from 'zod'
import { AppError } from '../../../base/errors.ts'
import { checkedText } from '../../checked-text.ts'
import { exactlyOne } from '../../exactly-one.ts'

const ID = /^[\w-]{11}$/
const HOST =
  /^(?:(?:https?:)?\/\/)?(?:[a-z0-9-]+\.)?(?:youtube(?:-nocookie)?\.com|(youtu\.be))(?::\d+)?(?=[/?#]|$)/i

/** First path segments that are followed by the id of a video. */
const PATHS = /^(?:watch|shorts|live|embed|v|vi|e)$/

/** Second path segments that only look like ids: the players of a playlist and of a channel. */
const NO_IDS = new Set(['videoseries', 'live_stream'])

/** Returns the value if it is the id of a video, otherwise null. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'string' && ID.test(value) ? value : null

/**
 * Reads a video in any form that people have: its id, or an address with or without scheme (`/watch?v=…`, `/shorts/…`,
 * `/live/…`, `/embed/…`, `/v/…`, the short host) of the desktop, mobile or music site. Returns its id, or null for anything
 * else.
 */
export function videoIdOf(text: string): string | null {
  const trimmed = text.trim()
  if (ID.test(trimmed)) return trimmed
  const host = HOST.exec(trimmed)
  const path = trimmed.slice(host?.[0].length ?? 0).replace(/^\/*/, '/')
  const address = host || /^\/?\w+[/?]/.test(trimmed) ? URL.parse(path, 'https://videosite.invalid') : null
  return address && idIn(address, host?.[1] !== undefined)
}

/** Like `videoIdOf`, but throws AppError `invalid_input` for anything else. */
export function requireVideoId(text: string): string {
  const id = videoIdOf(text)
  if (id) return id
  throw new AppError('invalid_input', 'This is neither the id nor the address of a video.', {
    hint: 'Use an id (11 characters), or an address whose path is /watch?v=…, /shorts/…, /live/…, /embed/… or /v/…; short links work as well.',
  })
}

function idIn({ pathname, searchParams }: URL, shortHost: boolean): string | null {
  const query = searchParams.get('v') ?? searchParams.get('vi')
  // Addresses are often joined by mistake, so the value may contain a second `?`.
  if (query !== null) return /^[\w-]{11}(?![\w-])/.exec(query.trim())?.[0] ?? null
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const segment = PATHS.test(first) ? second : shortHost ? first : ''
  return NO_IDS.has(segment) ? null : idOf(segment)
}

const VIDEO_FIELDS = {
  video_id: checkedText(requireVideoId)
    .optional()
    .describe('Id of the video: 11 characters.')
    .meta({ title: 'Video ID' }),
  url: checkedText(requireVideoId)
    .optional()
    .describe('Address of the video, in any form that a browser or a share button shows.')
    .meta({ title: 'Video address' }),
}

/** Returns the input of an API about one video: `video_id` or `url`, and its own fields. */
export const videoInput = <Shape extends z.ZodRawShape>(fields: Shape) =>
  exactlyOne(z.strictObject({ ...VIDEO_FIELDS, ...fields }), 'video_id', 'url')

/** What a call says about its video, as far as it is known. */
export interface RequestedVideo {
  video_id?: string | undefined
  url?: string | undefined
}

/** Returns the id of the video that was asked for, or null if it is not known. */
export const videoIdOfInput = (input: RequestedVideo) => videoIdOf(input.video_id ?? input.url ?? '')
