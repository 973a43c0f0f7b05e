import { AppError } from '../../errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { firstThatWorks, isUpstreamFailure } from '../first-that-works.ts'
import { at } from '../json-walk.ts'
import type { Get } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { askPlayer, askWatchPage } from './ask-video.ts'
import { ANDROID, type Client, WEB } from './clients.ts'
import { playerOf } from './player.ts'
import { meaningOfPlayer } from './player-meaning.ts'

/**
 * The player of the desktop, which is told most; where it is refused, that of an app. Then the watch page for likes and
 * comments, which also stands in where both players are refused.
 */
export async function planVideo(videoId: string, get: Get): Promise<Payload[]> {
  const player = await playerOrFailure(videoId, get)
  try {
    const page = await askWatchPage(get, videoId)
    return player instanceof AppError ? [page] : [player, page]
  } catch (error) {
    if (!(error instanceof AppError) || ![404, 502].includes(error.status)) throw error
    if (!(player instanceof AppError)) return [player]
    throw isUpstreamFailure(error) ? player : error
  }
}

/** What a player is told; the failure of the better one where none is told anything. Throws what it says of the video. */
async function playerOrFailure(videoId: string, get: Get): Promise<Payload | AppError> {
  try {
    return await firstThatWorks([WEB, ANDROID].map(client => () => detailsFor(client, videoId, get)))
  } catch (error) {
    if (isUpstreamFailure(error)) return error
    throw error
  }
}

/** A player may be told everything about a video that it may not play. */
async function detailsFor(client: Client, videoId: string, get: Get): Promise<Payload> {
  const answer = await askPlayer(get, videoId, client)
  const player = playerOf(answer.body)
  if (at(player, 'videoDetails') !== undefined) return answer
  throw meaningOfPlayer(player) ?? upstreamError('changed', "The platform's answer lacks videoDetails.")
}
