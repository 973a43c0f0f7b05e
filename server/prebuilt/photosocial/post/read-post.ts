import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { meaningOf } from '../meaning.ts'
import type { MediaPart } from '../media-part.ts'
import { POST_READERS } from './layouts.ts'
import { samePost } from './post-link.ts'

/**
 * What some payloads tell of one post: of that with the shortcode, or else of the first that they name. Null where they
 * tell of none.
 */
export function postFrom(
  payloads: Payload[],
  shortcode?: string,
  readers = POST_READERS,
): Partial<MediaPart> | null {
  const parts = readLayouts(readers, withData(payloads))
  const wanted = shortcode ?? parts.map(part => part.shortcode).find(Boolean)
  const own = parts.filter(part => !wanted || !part.shortcode || samePost(part.shortcode, wanted))
  const post = mergeParts(own)
  return post.id || post.shortcode ? post : null
}

/** The error of payloads without a post: what one of them means, or that none has a known layout. */
export const postUnreadable = (payloads: Payload[]): AppError =>
  firstMeaning(payloads) ??
  unreadable(POST_READERS, withData(payloads), 'both the id and the shortcode of the post')

const withData = (payloads: Payload[]) => payloads.filter(({ body }) => meaningOf(body) === null)

const firstMeaning = (payloads: Payload[]) =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null)
