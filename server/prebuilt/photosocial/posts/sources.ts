import type { Payload } from '../../define-prebuilt.ts'
import type { PlannedSource } from '../../try-sources.ts'
import type { Get, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { askApp, askEmbed, askPage, askQuery, askWeb } from '../ask.ts'
import { askWithinPage, browsePage } from '../browse.ts'
import { accountFrom } from '../profile/read-account.ts'
import { QUERIES } from '../queries.ts'
import type { Cursor, CursorKind } from './cursor.ts'

/** `counts` stands for everything that the short entries of the grid lack: likes, comments, times. */
export type PostsRequirement = 'posts' | 'counts'

/** An account by the ids that calls use. */
export interface AccountIds {
  id: string
  node_id: string | null
}

/** Returns the sources of the first page for an account known by name. */
export function firstPageByName(
  username: string,
  count: number,
  { get, browse }: Upstream,
): PlannedSource<PostsRequirement>[] {
  const provides: PostsRequirement[] = ['posts', 'counts']
  const variables = { first: count, username }
  const info = `/api/v1/users/web_profile_info/?username=${username}`
  const feed = `/api/v1/feed/user/${username}/username/?count=${count}`
  const query = { query: QUERIES.posts, variables }
  const formerPath = formerQuery({ doc_id: QUERIES.formerPosts.id }, variables)
  return [
    { source: 'feed', provides, ask: () => askApp(get, 'feed', feed) },
    { source: 'profile_info', provides, ask: () => askWeb(get, 'profile_info', info) },
    { source: 'page', provides: ['posts'], ask: () => askPage(get, 'page', `/${username}/`) },
    { source: 'query', provides: ['posts'], ask: found => askQuery(get, 'query', query, found) },
    { source: 'former_query', provides, ask: () => askWeb(get, 'former_query', formerPath) },
    { source: 'embed', provides, ask: () => askEmbed(get, 'embed', `/${username}/embed/`) },
    {
      source: 'browser',
      provides,
      lastResort: true,
      ask: () => browsePage(browse, `/${username}/`),
    },
  ]
}

/**
 * Returns the sources of a page for an account known by id: those that its cursor works with. After the first page only one
 * source is needed, because another source may resolve the same cursor to another position.
 */
export function pageById(
  user: AccountIds,
  cursor: Cursor,
  count: number,
  { get, browse }: Upstream,
): PlannedSource<PostsRequirement>[] {
  const provides: PostsRequirement[] = cursor.after === null ? ['posts', 'counts'] : ['posts']
  const sources: Record<CursorKind, PlannedSource<PostsRequirement>> = {
    app: { source: 'feed', provides, ask: () => askApp(get, 'feed', feedOf(user, cursor, count)) },
    grid: { source: 'query', provides: ['posts'], ask: () => askGrid(user, cursor, count, get) },
    former: {
      source: 'former_query',
      provides,
      ask: () => askWeb(get, 'former_query', formerPage(user, cursor, count)),
    },
  }
  // Calls of the grid require a proof that a call from within the page cannot carry.
  const path = cursor.kinds.includes('app') ? feedOf(user, cursor, count) : formerPage(user, cursor, count)
  const browser = { source: 'browser', provides, lastResort: true, ask: () => askWithinPage(browse, path) }
  const isGridOnly = cursor.kinds.every(kind => kind === 'grid')
  return [...cursor.kinds.map(kind => sources[kind]), ...(isGridOnly ? [] : [browser])]
}

function feedOf({ id }: AccountIds, { after }: Cursor, count: number): string {
  const query = new URLSearchParams({ count: `${count}`, ...(after !== null && { max_id: after }) })
  return `/api/v1/feed/user/${id}/?${query}`
}

/**
 * Sends the current queries of the pages. The next page of the grid needs a node number, which is looked up if it is not
 * known.
 */
async function askGrid(user: AccountIds, cursor: Cursor, count: number, get: Get): Promise<Payload[]> {
  if (cursor.after === null) {
    const variables = { user_id: user.id, first: count, media_types: null, shid: '' }
    return askQuery(get, 'query', { query: QUERIES.postsById, variables })
  }
  const id = cursor.node_id ?? user.node_id ?? (await nodeIdOf(user, get))
  if (id === null)
    throw upstreamError('changed', "The platform's answer does not have the number of the account's node.")
  const variables = { after: cursor.after, first: count, id }
  return askQuery(get, 'query', { query: QUERIES.morePosts, variables })
}

async function nodeIdOf({ id }: AccountIds, get: Get): Promise<string | null> {
  const variables = {
    id,
    shared_entity_id: id,
    is_crawler: false,
    location_id: null,
    shid: null,
    should_enable_highlights_tray: false,
    should_show_threads_badge: false,
    skip_dialog: false,
  }
  const { profile, timeline } = accountFrom(
    await askQuery(get, 'query', { query: QUERIES.profileById, variables }),
  )
  return profile.node_id ?? timeline?.node_id ?? null
}

const formerPage = ({ id }: AccountIds, { after }: Cursor, first: number) =>
  formerQuery(
    { query_hash: 'e769aa130647d2354c40ea6a439bfc08' },
    { id, first, ...(after !== null && { after }) },
  )

const formerQuery = (name: Record<string, string>, variables: object) =>
  `/graphql/query/?${new URLSearchParams({ ...name, variables: JSON.stringify(variables) })}`
