import type { Payload } from '../define-prebuilt.ts'
import { at, stringAt } from '../json-walk.ts'
import { otherKindErrorOf } from '../one-subject.ts'
import { shortcodeIn } from './post/post-link.ts'
import { segmentsOf, usernameOf } from './username.ts'

/** The kind of a page, according to its address. */
type PageKind = 'account' | 'post' | 'story' | 'hashtag' | 'place'

const KIND_LABELS: Record<PageKind, string> = {
  account: 'an account',
  post: 'a post',
  story: 'a story',
  hashtag: 'a hashtag',
  place: 'a place',
}

/** Returns null if a body is not an HTML page or does not say its kind. */
function pageKind(body: unknown): PageKind | null {
  const segments = segmentsOf(addressOf(body)) ?? []
  if (segments[0] === 'stories') return 'story'
  if (segments[0] === 'explore')
    return segments[1] === 'tags' ? 'hashtag' : segments[1] === 'locations' ? 'place' : null
  if (shortcodeIn(addressOf(body))) return 'post'
  return segments.length > 0 && usernameOf(addressOf(body)) ? 'account' : null
}

/** Returns the account whose page a body is, by its address or else its title; null for any other page. */
export function accountShown(body: unknown): string | null {
  const kind = pageKind(body)
  if (kind === 'account') return usernameOf(addressOf(body))
  const title = stringAt(body, 'page.title') ?? ''
  return kind === null ? (/\(@([\w.]{1,30})\)/.exec(title)?.[1]?.toLowerCase() ?? null) : null
}

/** Returns the address of a page. These are the only fields in which a story differs from a profile. */
const addressOf = (body: unknown): string =>
  stringAt(body, 'page.address') ??
  stringAt(at(body, 'page.metas'), 'og:url') ??
  stringAt(at(body, 'page.metas'), 'al:android:url') ??
  ''

/** Leaves out the documents of stories, which hold the account too, but not as a profile does. */
export function withoutStories(payloads: Payload[]): Payload[] {
  const stories = payloads.filter(({ body }) => pageKind(body) === 'story')
  const documents = stories.map(({ document }) => document).filter(Boolean)
  return payloads.filter(payload => !stories.includes(payload) && !documents.includes(payload.document))
}

/** Returns an error if any payload is a page of another kind, otherwise undefined. */
export const otherKindError = otherKindErrorOf(pageKind, KIND_LABELS)
