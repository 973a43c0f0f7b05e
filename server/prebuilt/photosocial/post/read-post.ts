import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { notAskedFor } from '../../one-subject.ts'
import { meaningOf } from '../meaning.ts'
import type { MediaPart } from '../media-part.ts'
import { ofOtherKind } from '../page-kind.ts'
import { POST_READERS } from './layouts.ts'
import { samePost, shortcodeOf } from './post-link.ts'

/**
 * What some payloads tell of one post: of that with the shortcode, or of the first that they name where none is wanted.
 * Null where they tell of none.
 */
export function postFrom(
  payloads: Payload[],
  shortcode?: string,
  readers = POST_READERS,
): Partial<MediaPart> | null {
  const parts = readLayouts(readers, withData(payloads))
  const wanted = shortcode ?? parts.map(codeOf).find(Boolean)
  const post = mergeParts(wanted ? parts.filter(part => samePost(codeOf(part) ?? wanted, wanted)) : parts)
  return post.id || post.shortcode ? post : null
}

/** The error of payloads without the post: what one of them means, that they are of another one, or that none has a known layout. */
export function postUnreadable(payloads: Payload[], shortcode?: string): AppError {
  const answers = withData(payloads)
  const other = readLayouts(POST_READERS, answers).map(codeOf).find(Boolean)
  const wanted = shortcode && postLabel(shortcode)
  return (
    (other && wanted ? notAskedFor(postLabel(other), wanted) : undefined) ??
    firstMeaning(payloads) ??
    ofOtherKind(answers, 'post', wanted ?? null) ??
    unreadable(POST_READERS, answers, 'both the id and the shortcode of the post')
  )
}

const postLabel = (shortcode: string) => `the post ${shortcode}`

/** The shortcode of a post, which its id tells as well. */
const codeOf = ({ shortcode, id }: MediaPart) => shortcode || (id ? shortcodeOf(id) : null)

const withData = (payloads: Payload[]) => payloads.filter(({ body }) => meaningOf(body) === null)

const firstMeaning = (payloads: Payload[]) =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null)
