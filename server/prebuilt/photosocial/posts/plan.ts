import type { Payload } from '../../define-prebuilt.ts'
import { type PlannedSource, trySources } from '../../try-sources.ts'
import type { SourceMemory, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { askApp, askPage, askQuery, askWeb } from '../ask.ts'
import { browsePage } from '../browse.ts'
import { type AskedAccount, accountFrom, accountUnreadable } from '../profile/read-account.ts'
import { QUERIES } from '../queries.ts'
import { requireUserId, requireUsername } from '../username.ts'
import { type Cursor, FIRST_PAGE, readCursor } from './cursor.ts'
import { type AskedPosts, postsMissing, showsPosts } from './read-posts.ts'
import { firstPageByName, type Need, pageById, type User } from './sources.ts'

/** Reads the first page by the name of the account. Any other page needs its id, to which a name is resolved first. */
export async function planPosts(
  asked: AskedPosts & { first: number },
  upstream: Upstream,
): Promise<Payload[]> {
  const { sources } = upstream
  const cursor = asked.cursor === undefined ? FIRST_PAGE : readCursor(asked.cursor)
  const count = cursor.skip + asked.first
  if (asked.user_id !== undefined) {
    const user = { id: requireUserId(asked.user_id), node_id: null }
    return tryFor(pageById(user, cursor, count, upstream), sources, cursor, { user_id: user.id })
  }
  const username = requireUsername(asked.username ?? '')
  if (cursor.after === null)
    return tryFor(firstPageByName(username, count, upstream), sources, cursor, { username })
  const user = await resolveUser(username, upstream)
  return [user.payload, ...(await tryFor(pageById(user, cursor, count, upstream), sources, cursor))]
}

const tryFor = (
  sources: PlannedSource<Need>[],
  memory: SourceMemory,
  cursor: Cursor,
  asked: AskedAccount = {},
) =>
  trySources<Need>(
    {
      sources,
      missing: found => missing(found, cursor, asked),
      emptiness: payloads => {
        const account = accountFrom(payloads, asked)
        return showsPosts(account, cursor) || account.profile.private ? null : postsMissing(payloads, account)
      },
    },
    memory,
  )

/** Nothing is missing for a private account, since no source shows its posts. */
function missing(found: Payload[], cursor: Cursor, asked: AskedAccount): Need[] {
  const account = accountFrom(found, asked)
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
): Promise<User & { payload: Payload }> {
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
  const { id, node_id = null } = profile as User
  return { id, node_id, payload: { source: found[0]!.source, body: inShort(username, id, node_id) } }
}

/** The account without its posts, which are not part of the requested page. */
const inShort = (username: string, id: string, node_id: string | null) => ({
  xig_user_by_username: { pk: id, id: node_id, username },
})
