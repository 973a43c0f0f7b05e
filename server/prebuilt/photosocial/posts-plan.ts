import { climbLadder, type Rung } from '../climb-ladder.ts'
import type { Payload } from '../define-prebuilt.ts'
import type { SourceMemory, Upstream } from '../upstream.ts'
import { type Cursor, FIRST_PAGE, readCursor } from './cursor.ts'
import { firstPageByName, type Need, pageById } from './posts-rungs.ts'
import { accountFrom } from './read-account.ts'
import { type AskedPosts, postsMissing, showsPosts } from './read-posts.ts'
import { resolveUser } from './resolve-user.ts'
import { requireUserId } from './user-id.ts'
import { requireUsername } from './username.ts'

/** The first page by the name of the account; any other by its id, which a name is resolved to before. */
export async function planPosts(
  asked: AskedPosts & { first: number },
  upstream: Upstream,
): Promise<Payload[]> {
  const { sources } = upstream
  const cursor = asked.cursor === undefined ? FIRST_PAGE : readCursor(asked.cursor)
  const count = cursor.skip + asked.first
  if (asked.user_id !== undefined) {
    const user = { id: requireUserId(asked.user_id), node_id: null }
    return climb(pageById(user, cursor, count, upstream), sources, cursor)
  }
  const username = requireUsername(asked.username ?? '')
  if (cursor.after === null)
    return climb(firstPageByName(username, count, upstream), sources, cursor, username)
  const user = await resolveUser(username, upstream)
  return [user.payload, ...(await climb(pageById(user, cursor, count, upstream), sources, cursor))]
}

const climb = (rungs: Rung<Need>[], sources: SourceMemory, cursor: Cursor, username?: string) =>
  climbLadder<Need>(
    {
      rungs,
      missing: found => missing(found, cursor, username),
      emptiness: payloads => {
        const account = accountFrom(payloads, username)
        return showsPosts(account, cursor) || account.profile.private ? null : postsMissing(payloads, account)
      },
    },
    sources,
  )

/** A private account lacks nothing that could be found elsewhere. */
function missing(found: Payload[], cursor: Cursor, username?: string): Need[] {
  const account = accountFrom(found, username)
  if (account.profile.private) return []
  if (!showsPosts(account, cursor)) return ['posts', 'counts']
  const posts = account.timeline?.posts ?? []
  const areCounted =
    posts.length === 0 || posts.some(post => (post.timestamp ?? post.comments ?? null) !== null)
  return areCounted ? [] : ['counts']
}
