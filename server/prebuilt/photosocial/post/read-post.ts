import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { hasMoreThan, mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { notAskedForError } from '../../one-subject.ts'
import { meaningOf } from '../meaning.ts'
import type { MediaPart } from '../media-part.ts'
import { otherKindError } from '../page-kind.ts'
import { POST_READERS } from './layouts.ts'
import { isSamePost, shortcodeOf } from './post-link.ts'

/**
 * Reads one post from payloads: the one with the shortcode, or the first that they name if none is given. Returns null if
 * they name none, or hold nothing else about it.
 */
export function postFrom(
  payloads: Payload[],
  shortcode?: string,
  readers = POST_READERS,
): Partial<MediaPart> | null {
  const parts = readLayouts(readers, withData(payloads))
  const requested = shortcode ?? parts.map(codeOf).find(Boolean)
  const post = mergeParts(
    requested ? parts.filter(part => isSamePost(codeOf(part) ?? requested, requested)) : parts,
  )
  const isNamed = post.id || post.shortcode
  return isNamed && hasMoreThan(post, 'id', 'shortcode', 'is_video') ? post : null
}

/**
 * Returns the error for payloads without the post: they are about another post, one of them has a meaning, or none has a
 * known layout.
 */
export function postUnreadable(payloads: Payload[], shortcode?: string): AppError {
  const answers = withData(payloads)
  const otherCode = readLayouts(POST_READERS, answers).map(codeOf).find(Boolean)
  const requestedLabel = shortcode && postLabel(shortcode)
  return (
    (otherCode && requestedLabel ? notAskedForError(postLabel(otherCode), requestedLabel) : undefined) ??
    firstMeaning(payloads) ??
    otherKindError(answers, 'post', requestedLabel ?? null) ??
    unreadable(POST_READERS, answers, 'more of the post than its id or shortcode')
  )
}

const postLabel = (shortcode: string) => `the post ${shortcode}`

/** Returns the shortcode of a post, which can be derived from its id. */
const codeOf = ({ shortcode, id }: MediaPart) => shortcode || (id ? shortcodeOf(id) : null)

const withData = (payloads: Payload[]) => payloads.filter(({ body }) => meaningOf(body) === null)

const firstMeaning = (payloads: Payload[]) =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null)
