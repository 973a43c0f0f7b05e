import { at } from '../json-walk.ts'
import { otherKindErrorOf } from '../one-subject.ts'
import { scopeOf } from './states.ts'

/** The kind of a page, according to its state. */
type PageKind = 'account' | 'video'

const KIND_LABELS: Record<PageKind, string> = { account: 'an account', video: 'a video' }

/** Returns null if a body does not say. */
function pageKind(body: unknown): PageKind | null {
  if (scopeOf(body, 'webapp.video-detail') !== undefined) return 'video'
  const isAccount = scopeOf(body, 'webapp.user-detail') !== undefined || at(body, 'UserPage') !== undefined
  return isAccount ? 'account' : null
}

/** Returns an error if any payload is a page of another kind, otherwise undefined. */
export const otherKindError = otherKindErrorOf(pageKind, KIND_LABELS)
