import { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { stringAt } from '../json-walk.ts'
import type { Get } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { ask } from './ask.ts'
import { ANDROID, type Client } from './clients.ts'
import { playerOf, videoIdIn } from './player.ts'

/** Without these, videos with a warning before them are held back. */
const UNWARNED = { contentCheckOk: true, racyCheckOk: true }

/** What the player of a client learns about a video. Throws `changed` for an answer that says nothing. */
export async function askPlayer(get: Get, source: string, videoId: string, client: Client): Promise<Payload> {
  const answer = await ask(get, source, 'player', { videoId, ...UNWARNED }, client)
  if (playerOf(answer.body) === undefined)
    throw upstreamError('changed', "The platform's answer does not have playabilityStatus.")
  return aboutThat(videoId, answer)
}

/** The watch page, as the page itself asks for it. Some 0.5 MB. */
export const askWatchPage = (get: Get, source: string, videoId: string): Promise<Payload> =>
  ask(get, source, 'next', { videoId, ...UNWARNED })

/** What a player learns, by the call of the player for short videos, which takes every video. An empty answer means that there is none. */
export async function askReel(get: Get, source: string, videoId: string, client: Client): Promise<Payload> {
  const fields = { playerRequest: { videoId, ...UNWARNED }, disablePlayerResponse: false }
  const answer = await ask(get, source, 'reel/reel_item_watch', fields, client)
  if (playerOf(answer.body) !== undefined) return aboutThat(videoId, answer)
  throw upstreamError(isEmptyAnswer(answer.body) ? 'not_found' : 'changed')
}

/** Whom the platform takes for a program it may answer with another video. */
function aboutThat(videoId: string, answer: Payload): Payload {
  const shown = videoIdIn(answer.body)
  if (shown === null || shown === videoId) return answer
  throw upstreamError('blocked', 'The platform answered with another video than the one asked for.')
}

/** How the platform answers a question about a video that does not exist. */
export const isEmptyAnswer = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0

/**
 * Returns clients an identity of the platform's, without which they are more often taken for programs. It is asked for
 * at the first call and serves them all; a client stays as it is where the platform names none.
 */
export function identities(get: Get): (client: Client) => Promise<Client> {
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
