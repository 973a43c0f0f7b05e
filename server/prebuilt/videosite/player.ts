import type { Payload } from '../define-prebuilt.ts'
import { at } from '../json-walk.ts'
import { ofOneSubject } from '../one-subject.ts'
import { idOf } from './video/video-id.ts'

/** What the player learned about a video, as an answer of its own or inside another one; undefined where a body has none. */
export function playerOf(body: unknown): unknown {
  const inner = at(body, 'playerResponse')
  return [inner, body].find(
    player => at(player, 'playabilityStatus') !== undefined || at(player, 'videoDetails') !== undefined,
  )
}

/** The video that a player's answer or a watch page is about. */
export const videoIdIn = (body: unknown): string | null =>
  idOf(at(playerOf(body), 'videoDetails.videoId')) ??
  idOf(at(body, 'currentVideoEndpoint.watchEndpoint.videoId'))

/** A video as a sentence names it. */
export const videoLabel = (id: string) => `the video ${id}`

/**
 * Without the payloads of other videos, which a HAR file holds as well: those about `wanted`, or else about the first
 * video, and those that name none. Throws `not_asked_for` where all that name a video name another one than `wanted`.
 */
export const ofOneVideo = (
  payloads: Payload[],
  wanted: string | null,
  idIn: (body: unknown) => string | null = videoIdIn,
): Payload[] =>
  ofOneSubject(
    payloads,
    ({ body }) => {
      const id = idIn(body)
      return id === null ? null : { key: id, label: videoLabel(id) }
    },
    wanted === null ? null : { label: videoLabel(wanted), isSame: ({ key }) => key === wanted },
  )
