import { AppError } from '../../errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { isUpstreamFailure } from '../first-that-works.ts'
import type { Get } from '../upstream.ts'
import { ask } from './ask.ts'
import { askWatchPage } from './ask-video.ts'
import { commentsAnswer } from './comments-answer.ts'
import { firstCommentsToken } from './comments-section.ts'
import { commentsToken } from './comments-token.ts'
import { brokenContinuation, requireContinuation } from './continuation.ts'

/** Answers without their list come now and then; so often they are asked for again. */
const RETRIES = 2

/**
 * A later page is one call. The first is one as well, by a token of our own; where that brings no comment, the watch
 * page has the platform's token or says why there is none.
 */
export async function planComments(
  videoId: string,
  continuation: string | undefined,
  get: Get,
): Promise<Payload[]> {
  if (continuation !== undefined) return [await laterPage(requireContinuation(continuation), get)]
  return (await byOwnToken(videoId, get)) ?? byWatchPage(videoId, get)
}

async function laterPage(token: string, get: Get): Promise<Payload> {
  try {
    return await askComments(token, get)
  } catch (error) {
    throw isRefused(error) ? brokenContinuation() : error
  }
}

/** Undefined where it brings nothing: the token may be outdated, and what it fails with says less than the watch page. */
async function byOwnToken(videoId: string, get: Get): Promise<Payload[] | undefined> {
  try {
    const page = await ask(get, 'next', 'next', { continuation: commentsToken(videoId) })
    const answer = commentsAnswer.recognise(page.body)
    return answer !== undefined && commentsAnswer.read(answer).comments.length > 0 ? [page] : undefined
  } catch (error) {
    if (isRefused(error) || isUpstreamFailure(error)) return undefined
    throw error
  }
}

async function byWatchPage(videoId: string, get: Get): Promise<Payload[]> {
  const page = await askWatchPage(get, videoId)
  const token = firstCommentsToken(page.body)
  return token === null ? [page] : [page, await askComments(token, get)]
}

async function askComments(token: string, get: Get, retries = RETRIES): Promise<Payload> {
  const page = await ask(get, 'next', 'next', { continuation: token })
  const isIncomplete = commentsAnswer.recognise(page.body) === undefined
  return isIncomplete && retries > 0 ? askComments(token, get, retries - 1) : page
}

/** A token that the platform does not accept is answered like a thing that does not exist. */
const isRefused = (error: unknown) => error instanceof AppError && error.code === 'not_found'
