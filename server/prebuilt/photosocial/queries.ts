import { at, stringAt } from '../json-walk.ts'

/** A stored query of the platform. The id identifies one version of it, and is replaced every few months. */
export interface StoredQuery {
  /** The name under which pages announce the current id; null if none does. */
  name: string | null
  /** The id as of autumn 2026. */
  id: string
}

/** Queries that visitors without an account may send. */
export const QUERIES = {
  /** `{username}` → `xig_user_by_username`: name, text, links, followers. */
  profile: { name: 'PolarisLoggedOutDesktopWWWProfileRootContentQuery', id: '27981003384861049' },
  /** `{username, first, after?}` → its `polaris_ordered_timeline_connection`. */
  posts: { name: 'PolarisLoggedOutDesktopWWWProfilePostsTabContentQuery', id: '27553725110923321' },
  /** `{id, first, after}` → the next page of the same; `id` is the node's, not the user's. */
  morePosts: {
    name: 'PolarisLoggedOutDesktopWWWProfilePostsTabContentQuery_connection',
    id: '27389614800735091',
  },
  /** `{id, …}` with the user's id → `xig_user_by_igid_v2`, whose own `id` is the node's. */
  profileById: { name: null, id: '28411565758451503' },
  /** `{user_id, first, …}` → `xig_user_by_igid_v2.polaris_timeline_connection`. */
  postsById: { name: null, id: '28473938932242567' },
  /** `{media_id}` → `xig_polaris_media`. */
  post: { name: 'PolarisLoggedOutDesktopWWWPostRootContentQuery', id: '27130156389949648' },
  /** `{shortcode}` → `xdt_shortcode_media`. A former query. */
  formerPost: { name: null, id: '8845758582119845' },
  /** `{username, first}` → `xdt_api__v1__feed__user_timeline_graphql_connection`. A former query. */
  formerPosts: { name: null, id: '9310670392322965' },
} as const satisfies Record<string, StoredQuery>

const QUERY_ID_PATTERNS = [
  /"adp_(?<name>\w{1,200})RelayPreloader_\w{1,100}",\s{0,8}"queryID":\s{0,8}"(?<id>\d{1,30})"/g,
  /"queryID":\s{0,8}"(?<id>\d{1,30})",\s{0,8}"variables":\s{0,8}\{[^{}]{0,500}\},\s{0,8}"queryName":\s{0,8}"(?<name>\w{1,200})"/g,
]

/** Returns the ids of the queries that a page announces, by name. */
export const queryIdsIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    QUERY_ID_PATTERNS.flatMap(pattern =>
      [...html.matchAll(pattern)].map(({ groups }) => [groups!.name, groups!.id]),
    ),
  )

/** Returns the id to send: the one that a page among the bodies announces, or the known one. */
export const queryId = ({ name, id }: StoredQuery, bodies: unknown[]): string =>
  bodies.map(body => stringAt(at(body, 'queries'), name ?? '')).find(Boolean) ?? id
