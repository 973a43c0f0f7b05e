import { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { stringAt } from '../json-walk.ts'
import type { Get } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { ask } from './ask.ts'
import { ANDROID, type Client } from './clients.ts'
import { playerOf, videoIdIn } from './player.ts'

/** Without these fields the platform withholds videos that have a content warning. */
const CONTENT_CHECKS = { contentCheckOk: true, racyCheckOk: true }

/** Returns the player's data about a video for a client. Throws `changed` if the response has none. */
export async function askPlayer(get: Get, source: string, videoId: string, client: Client): Promise<Payload> {
  const answer = await ask(get, source, 'player', { videoId, ...CONTENT_CHECKS }, client)
  if (playerOf(answer.body) === undefined)
    throw upstreamError('changed', "The platform's answer does not have playabilityStatus.")
  return requireSameVideo(videoId, answer)
}

/** Returns the watch page, as the page itself requests it; about 0.5 MB. */
export const askWatchPage = (get: Get, source: string, videoId: string): Promise<Payload> =>
  ask(get, source, 'next', { videoId, ...CONTENT_CHECKS })

/**
 * Returns the player's data by the call of the player for short videos, which works for all videos. An empty response means
 * that the video does not exist.
 */
export async function askReel(get: Get, source: string, videoId: string, client: Client): Promise<Payload> {
  const fields = { playerRequest: { videoId, ...CONTENT_CHECKS }, disablePlayerResponse: false }
  const answer = await ask(get, source, 'reel/reel_item_watch', fields, client)
  if (playerOf(answer.body) !== undefined) return requireSameVideo(videoId, answer)
  throw upstreamError(isEmptyAnswer(answer.body) ? 'not_found' : 'changed')
}

/** Throws `blocked` if the response is about another video, as it may be for visitors that the platform takes for bots. */
function requireSameVideo(videoId: string, answer: Payload): Payload {
  const answeredId = videoIdIn(answer.body)
  if (answeredId === null || answeredId === videoId) return answer
  throw upstreamError('blocked', 'The platform answered with another video than the one asked for.')
}

/** Whether a body is the platform's response for a video that does not exist. */
export const isEmptyAnswer = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0

/**
 * Returns a function that gives clients a visitor id, without which the platform takes them for bots more often. The id is
 * requested once and used for all; if the platform returns none, clients stay unchanged.
 */
export function createIdentifier(get: Get): (client: Client) => Promise<Client> {
  let visitor: Promise<string | null> | undefined
  return async client => {
    visitor ??= askVisitor(get)
    const visitorData = await visitor
    return visitorData ? { ...client, context: { ...client.context, visitorData } } : client
  }
}

async function askVisitor(get: Get): Promise<string | null> {
  try {
    const { body } = await ask(get, 'visitor', 'visitor_id', {}, ANDROID)
    return stringAt(body, 'responseContext.visitorData')
  } catch (error) {
    if (error instanceof AppError && [404, 502].includes(error.status)) return null
    throw error
  }
}
