import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { at, stringAt } from '../json-walk.ts'
import { notOfKind } from '../one-subject.ts'
import { shortcodeIn } from './post/post-link.ts'
import { stepsOf, usernameOf } from './username.ts'

/** What a page of the platform is of, by its own address. */
export type PageKind = 'account' | 'post' | 'story' | 'hashtag' | 'place'

const KIND_LABELS: Record<PageKind, string> = {
  account: 'an account',
  post: 'a post',
  story: 'a story',
  hashtag: 'a hashtag',
  place: 'a place',
}

/** Null where a body is not a page of HTML, or its page does not say. */
function pageKind(body: unknown): PageKind | null {
  const steps = stepsOf(addressOf(body)) ?? []
  if (steps[0] === 'stories') return 'story'
  if (steps[0] === 'explore')
    return steps[1] === 'tags' ? 'hashtag' : steps[1] === 'locations' ? 'place' : null
  if (shortcodeIn(addressOf(body))) return 'post'
  return steps.length > 0 && usernameOf(addressOf(body)) ? 'account' : null
}

/** The account whose page a body is, by its address or else by its title; null for the page of anything else. */
export function accountShown(body: unknown): string | null {
  const kind = pageKind(body)
  if (kind === 'account') return usernameOf(addressOf(body))
  const title = stringAt(body, 'page.title') ?? ''
  return kind === null ? (/\(@([\w.]{1,30})\)/.exec(title)?.[1]?.toLowerCase() ?? null) : null
}

/** A story names its account in all that a profile does, but for these. */
const addressOf = (body: unknown): string =>
  stringAt(body, 'page.address') ??
  stringAt(at(body, 'page.metas'), 'og:url') ??
  stringAt(at(body, 'page.metas'), 'al:android:url') ??
  ''

/** Without the documents that show a story: they hold its account as well, though not as a profile does. */
export function withoutStories(payloads: Payload[]): Payload[] {
  const stories = payloads.filter(({ body }) => pageKind(body) === 'story')
  const documents = stories.map(({ document }) => document).filter(Boolean)
  return payloads.filter(payload => !stories.includes(payload) && !documents.includes(payload.document))
}

/** The error of payloads among which one is of another kind of page; undefined where none is. `asked` is what was asked for, if known. */
export function ofOtherKind(
  payloads: Payload[],
  wanted: PageKind,
  asked: string | null,
): AppError | undefined {
  const other = payloads.map(({ body }) => pageKind(body)).find(kind => kind !== null && kind !== wanted)
  return other ? notOfKind(KIND_LABELS[other], asked ?? KIND_LABELS[wanted]) : undefined
}
