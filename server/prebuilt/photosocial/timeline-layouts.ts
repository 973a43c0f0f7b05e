import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, booleanAt, holdersOf, listAt, own } from '../json-walk.ts'
import { readEdgeMedia } from './edge-media.ts'
import { readFlatMedia } from './flat-media.ts'
import type { MediaPart } from './media-part.ts'
import type { Timeline } from './timeline.ts'
import { filledAt, idAt } from './values.ts'

/** The app's call. */
const feed: Reader<Timeline> = {
  layout: 'items, more_available',
  recognise: body =>
    Array.isArray(at(body, 'items')) &&
    (at(body, 'user') !== undefined || at(body, 'more_available') === true)
      ? body
      : undefined,
  read: body => ({
    posts: named(listAt(body, 'items').map(readFlatMedia)),
    has_next: booleanAt(body, 'more_available'),
    cursor: filledAt(body, 'next_max_id'),
    node_id: null,
  }),
}

/** Posts that hang on a connection of their account. The account is what is recognised, because its id may be needed. */
const connection = (key: string, readMedia: (node: unknown) => MediaPart): Reader<Timeline> => ({
  layout: key,
  recognise(body) {
    const holders = [...holdersOf(body, key)].filter(holder => Array.isArray(at(holder, `${key}.edges`)))
    return holders.find(holder => listAt(holder, `${key}.edges`).length > 0) ?? holders[0]
  },
  read(holder) {
    const posts = own(holder, key)
    return {
      posts: named(listAt(posts, 'edges').map(edge => readMedia(at(edge, 'node')))),
      has_next: booleanAt(posts, 'page_info.has_next_page'),
      cursor: filledAt(posts, 'page_info.end_cursor'),
      node_id: key.startsWith('polaris') ? idAt(holder, 'id') : null,
    }
  },
})

/** The newest posts beside an account's embed, which cannot be gone on from. */
const embedded: Reader<Timeline> = {
  layout: 'context.graphql_media',
  recognise: body => (Array.isArray(at(body, 'context.graphql_media')) ? at(body, 'context') : undefined),
  read(context) {
    const posts = named(
      listAt(context, 'graphql_media').map(item => readEdgeMedia(at(item, 'shortcode_media'))),
    )
    const all = parseCount(at(context, 'posts_count'))
    return { posts, has_next: all === null ? null : all > posts.length, cursor: null, node_id: null }
  },
}

export const TIMELINE_READERS = [
  feed,
  connection('xdt_api__v1__feed__user_timeline_graphql_connection', readFlatMedia),
  connection('edge_owner_to_timeline_media', readEdgeMedia),
  connection('polaris_ordered_timeline_connection', readFlatMedia),
  connection('polaris_timeline_connection', readFlatMedia),
  embedded,
]

/** What has neither id nor shortcode is no post that anyone could ask for. */
const named = (posts: MediaPart[]) => posts.filter(({ id, shortcode }) => id || shortcode)
