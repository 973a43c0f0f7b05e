import type { Payload } from '../define-prebuilt.ts'
import { at } from '../json-walk.ts'
import { idOf } from './video/video-id.ts'

/** What the player was told about a video, as an answer of its own or inside another one; undefined where a body has none. */
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

/**
 * Without the payloads of other videos, which a HAR file holds as well: those about `wanted`, or else about the first
 * video, and those that name none.
 */
export function ofOneVideo(payloads: Payload[], wanted: string | null): Payload[] {
  const ids = payloads.map(({ body }) => videoIdIn(body))
  const chosen = wanted ?? ids.find(id => id !== null)
  return payloads.filter((_, index) => ids[index] === null || ids[index] === chosen)
}
