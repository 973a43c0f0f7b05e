import { parseCount } from '../../../base/text/counts.ts'
import type { Reader } from '../../define-prebuilt.ts'
import { at, booleanAt, getOwn, holdersOf, idAt, listAt } from '../../json-walk.ts'
import { mergeParts } from '../../layouts.ts'
import { type MediaPart, readEdgeMedia, readFlatMedia } from '../media-part.ts'
import { accountShown } from '../page-kind.ts'
import { mediaIdOf } from '../post/post-link.ts'
import { shownPostsOf } from '../shown-posts.ts'
import { nonEmptyAt } from '../values.ts'

/** Posts of one account from one source, in the platform's order: pinned posts first, then newest to oldest. */
export interface Timeline {
  posts: MediaPart[]
  /** Number of entries without a post that can be read. */
  unread: number
  has_next: boolean | null
  /** The platform's cursor for the next page; null if there is none. */
  cursor: string | null
  /** The account's node number, which a cursor of the grid needs. */
  node_id: string | null
}

/**
 * Joins timelines: consecutive pages are concatenated, other views of the same page merged into it. Returns null if there
 * are none.
 */
export function joinTimelines(timelines: Timeline[]): Timeline | null {
  const pages: Timeline[] = []
  for (const timeline of timelines.filter(({ posts }) => posts.length > 0)) {
    const names = new Set(timeline.posts.flatMap(namesOf))
    const pageIndex = pages.findIndex(({ posts }) =>
      posts.some(post => namesOf(post).some(name => names.has(name))),
    )
    if (pageIndex === -1) pages.push(timeline)
    else pages[pageIndex] = joinViews(pages[pageIndex]!, timeline)
  }
  const last = pages.at(-1)
  return last ? { ...last, posts: pages.flatMap(({ posts }) => posts) } : (timelines[0] ?? null)
}

/**
 * Merges two views of one page: the posts of the longer view, with the fields that the other view adds, and its cursor if it
 * has one.
 */
function joinViews(one: Timeline, other: Timeline): Timeline {
  const [base, shorter] = other.posts.length > one.posts.length ? [other, one] : [one, other]
  const postsByName = new Map(shorter.posts.flatMap(post => namesOf(post).map(name => [name, post])))
  const lastView = base.cursor === null && base.has_next !== false ? shorter : base
  const counterpartOf = (post: MediaPart) =>
    namesOf(post)
      .map(name => postsByName.get(name))
      .find(Boolean)
  return { ...lastView, posts: base.posts.map(post => mergeParts([post, counterpartOf(post) ?? {}])) }
}

const namesOf = ({ id, shortcode }: MediaPart) => [id, shortcode].filter(name => typeof name === 'string')

/** The call of the mobile app. */
const feed: Reader<Timeline> = {
  layout: 'items, more_available',
  recognise: body =>
    Array.isArray(at(body, 'items')) &&
    (at(body, 'user') !== undefined || at(body, 'more_available') === true)
      ? body
      : undefined,
  read: body => ({
    ...postsIn(listAt(body, 'items').map(readFlatMedia)),
    has_next: booleanAt(body, 'more_available'),
    cursor: nonEmptyAt(body, 'next_max_id'),
    node_id: null,
  }),
}

/** Posts in a connection of their account. The reader recognises the account, since its id may be needed. */
const connectionReader = (key: string, readMedia: (node: unknown) => MediaPart): Reader<Timeline> => ({
  layout: key,
  recognise(body) {
    const holders = [...holdersOf(body, key)].filter(holder => Array.isArray(at(holder, `${key}.edges`)))
    return holders.find(holder => listAt(holder, `${key}.edges`).length > 0) ?? holders[0]
  },
  read(holder) {
    const posts = getOwn(holder, key)
    return {
      ...postsIn(listAt(posts, 'edges').map(edge => readMedia(at(edge, 'node')))),
      has_next: booleanAt(posts, 'page_info.has_next_page'),
      cursor: nonEmptyAt(posts, 'page_info.end_cursor'),
      node_id: key.startsWith('polaris') ? idAt(holder, 'id') : null,
    }
  },
})

/** The newest posts in an account's embed, which has no cursor. */
const embeddedTimeline: Reader<Timeline> = {
  layout: 'context.graphql_media',
  recognise: body => (Array.isArray(at(body, 'context.graphql_media')) ? at(body, 'context') : undefined),
  read(context) {
    const { posts, unread } = postsIn(
      listAt(context, 'graphql_media').map(item => readEdgeMedia(at(item, 'shortcode_media'))),
    )
    const total = parseCount(at(context, 'posts_count'))
    const has_next = total === null ? null : total > posts.length
    return { posts, unread, has_next, cursor: null, node_id: null }
  },
}

/** The grid of a page whose scripts have run, with the fields that it shows of each post. */
const shownGrid: Reader<Timeline> = {
  layout: 'posts that the page shows',
  recognise: body => (accountShown(body) && shownPostsOf(body).length > 0 ? body : undefined),
  read: body => ({
    posts: shownPostsOf(body).map(post => ({
      id: mediaIdOf(post.shortcode),
      shortcode: post.shortcode,
      display_url: post.picture,
      is_video: post.is_video,
      caption: post.caption,
      owner_username: post.username,
    })),
    unread: 0,
    has_next: null,
    cursor: null,
    node_id: null,
  }),
}

export const TIMELINE_READERS = [
  feed,
  connectionReader('xdt_api__v1__feed__user_timeline_graphql_connection', readFlatMedia),
  connectionReader('edge_owner_to_timeline_media', readEdgeMedia),
  connectionReader('polaris_ordered_timeline_connection', readFlatMedia),
  connectionReader('polaris_timeline_connection', readFlatMedia),
  embeddedTimeline,
  shownGrid,
]

/** Leaves out posts with neither id nor shortcode, which cannot be requested, and repetitions. */
function postsIn(entries: MediaPart[]): Pick<Timeline, 'posts' | 'unread'> {
  const posts = entries.filter(({ id, shortcode }) => id || shortcode)
  return { posts: withoutRepeats(posts), unread: entries.length - posts.length }
}

function withoutRepeats(posts: MediaPart[]): MediaPart[] {
  const seen = new Set<unknown>()
  return posts.filter(({ id, shortcode }) => !seen.has(id ?? shortcode) && seen.add(id ?? shortcode))
}
