import type { Payload } from '../define-prebuilt.ts'
import { at } from '../json-walk.ts'
import { filterBySubject } from '../one-subject.ts'
import { idOf } from './video/video-id.ts'

/**
 * Returns the player's data about a video, which is a response of its own or inside another one; undefined if a body has
 * none.
 */
export function playerOf(body: unknown): unknown {
  const inner = at(body, 'playerResponse')
  return [inner, body].find(
    player => at(player, 'playabilityStatus') !== undefined || at(player, 'videoDetails') !== undefined,
  )
}

/** Returns the id of the video that a player's response or a watch page is about. */
export const videoIdIn = (body: unknown): string | null =>
  idOf(at(playerOf(body), 'videoDetails.videoId')) ??
  idOf(at(body, 'currentVideoEndpoint.watchEndpoint.videoId'))

/** The name of a video in a sentence. */
export const videoLabel = (id: string) => `the video ${id}`

/**
 * Leaves out the payloads of other videos, which a HAR file may hold too. Keeps those about `videoId`, or else about the
 * first video, and those that name no video. Throws `not_asked_for` if every video named is another than `videoId`.
 */
export const filterByVideo = (
  payloads: Payload[],
  videoId: string | null,
  idIn: (body: unknown) => string | null = videoIdIn,
): Payload[] =>
  filterBySubject(
    payloads,
    ({ body }) => {
      const id = idIn(body)
      return id === null ? null : { key: id, label: videoLabel(id) }
    },
    videoId === null ? null : { label: videoLabel(videoId), isSame: ({ key }) => key === videoId },
  )
