import type { Payload } from '../define-prebuilt.ts'
import type { Comments } from './comments-output.ts'
import { commentsAreOff, readComments } from './read-comments.ts'
import { parseVideo } from './subject-address.ts'

export { planComments as plan } from './comments-plan.ts'
export { payloadsOf } from './states.ts'

/** What a call asks for, as far as it is known. */
interface RequestedVideo {
  url?: string | undefined
  video_id?: string | undefined
}

export const read = (payloads: Payload[], input?: RequestedVideo): Comments =>
  readComments(payloads, requestedId(input))

export const notice = (payloads: Payload[], input?: RequestedVideo) =>
  commentsAreOff(payloads, requestedId(input)) ? 'comments_disabled' : undefined

function requestedId(input: RequestedVideo = {}): string | null {
  const address = parseVideo(input.url ?? input.video_id ?? '')
  return address && 'id' in address ? address.id : null
}
