import type { Payload } from '../../define-prebuilt.ts'
import { type PlannedSource, trySources } from '../../try-sources.ts'
import type { SourceMemory, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { askApp, askPage, askQuery, askWeb } from '../ask.ts'
import { browsePage } from '../browse.ts'
import { accountFrom, accountUnreadable, type RequestedAccount } from '../profile/read-account.ts'
import { QUERIES } from '../queries.ts'
import { requireUserId, requireUsername } from '../username.ts'
import { type Cursor, FIRST_PAGE, readCursor } from './cursor.ts'
import { type PostsInput, postsMissing, showsPosts } from './read-posts.ts'
import { type AccountIds, firstPageByName, type PostsRequirement, pageById } from './sources.ts'

/** Reads the first page by the name of the account. Any other page needs its id, to which a name is resolved first. */
export async function planPosts(
  input: PostsInput & { first: number },
  upstream: Upstream,
): Promise<Payload[]> {
  const { sources } = upstream
  const cursor = input.cursor === undefined ? FIRST_PAGE : readCursor(input.cursor)
  const count = cursor.skip + input.first
  if (input.user_id !== undefined) {
    const user = { id: requireUserId(input.user_id), node_id: null }
    return tryPageSources(pageById(user, cursor, count, upstream), sources, cursor, { user_id: user.id })
  }
  const username = requireUsername(input.username ?? '')
  if (cursor.after === null)
    return tryPageSources(firstPageByName(username, count, upstream), sources, cursor, { username })
  const user = await resolveUser(username, upstream)
  return [user.payload, ...(await tryPageSources(pageById(user, cursor, count, upstream), sources, cursor))]
}

const tryPageSources = (
  sources: PlannedSource<PostsRequirement>[],
  memory: SourceMemory,
  cursor: Cursor,
  requested: RequestedAccount = {},
) =>
  trySources<PostsRequirement>(
    {
      sources,
      missing: found => missing(found, cursor, requested),
      emptiness: payloads => {
        const account = accountFrom(payloads, requested)
        return showsPosts(account, cursor) || account.profile.private ? null : postsMissing(payloads, account)
      },
    },
    memory,
  )

/** Nothing is missing for a private account, since no source shows its posts. */
function missing(found: Payload[], cursor: Cursor, requested: RequestedAccount): PostsRequirement[] {
  const account = accountFrom(found, requested)
  if (account.profile.private) return []
  if (!showsPosts(account, cursor)) return ['posts', 'counts']
  const posts = account.timeline?.posts ?? []
  const areCounted =
    posts.length === 0 || posts.some(post => (post.timestamp ?? post.comments ?? null) !== null)
  return areCounted ? [] : ['counts']
}

/**
 * Returns the ids of the account with a name, and the payload they come from. Throws `private` if the account shows no
 * posts.
 */
async function resolveUser(
  username: string,
  { get, browse, sources }: Upstream,
): Promise<AccountIds & { payload: Payload }> {
  const idOf = (payloads: Payload[]) => accountFrom(payloads, { username }).profile.id
  const provides = ['id'] as const
  const query = { query: QUERIES.profile, variables: { username } }
  const info = `/api/v1/users/web_profile_info/?username=${username}`
  const feed = `/api/v1/feed/user/${username}/username/?count=1`
  const found = await trySources(
    {
      sources: [
        { source: 'feed', provides, ask: () => askApp(get, 'feed', feed) },
        { source: 'profile_info', provides, ask: () => askWeb(get, 'profile_info', info) },
        { source: 'page', provides, ask: () => askPage(get, 'page', `/${username}/`) },
        { source: 'query', provides, ask: () => askQuery(get, 'query', query) },
        { source: 'browser', provides, ask: () => browsePage(browse, `/${username}/`) },
      ],
      missing: payloads => (idOf(payloads) ? [] : provides),
      emptiness: payloads => (idOf(payloads) ? null : accountUnreadable(payloads, 'the id of the account')),
    },
    sources,
  )
  const { profile } = accountFrom(found, { username })
  if (profile.private) throw upstreamError('private')
  const { id, node_id = null } = profile as AccountIds
  return { id, node_id, payload: { source: found[0]!.source, body: accountBody(username, id, node_id) } }
}

/** The account without its posts, which are not part of the requested page. */
const accountBody = (username: string, id: string, node_id: string | null) => ({
  xig_user_by_username: { pk: id, id: node_id, username },
})
