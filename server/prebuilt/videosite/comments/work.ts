import type { Payload } from '../../define-prebuilt.ts'
import type { Upstream } from '../../upstream.ts'
import { type RequestedVideo, videoIdOfInput } from '../video/video-id.ts'
import type { CommentsPage } from './output.ts'
import { planComments } from './plan.ts'
import { areOff, commentPayloads, commentsIn, lacksComments, noComments } from './read-comments.ts'

export { payloadsOf } from '../states.ts'

export const plan = (input: RequestedVideo & { continuation?: string | undefined }, upstream: Upstream) =>
  planComments(videoIdOfInput(input)!, input.continuation, upstream)

export function read(payloads: Payload[], input: RequestedVideo = {}): CommentsPage {
  const videoId = videoIdOfInput(input)
  const page = commentsIn(payloads, videoId)
  if (page) return page
  throw noComments(payloads, videoId)
}

export function notice(payloads: Payload[], input: RequestedVideo = {}) {
  const ownPayloads = commentPayloads(payloads, videoIdOfInput(input))
  if (areOff(ownPayloads)) return 'comments_disabled'
  return lacksComments(ownPayloads) ? 'comments_missing' : undefined
}
