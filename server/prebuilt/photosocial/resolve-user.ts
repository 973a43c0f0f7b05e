import { climbLadder } from '../climb-ladder.ts'
import type { Payload } from '../define-prebuilt.ts'
import type { Upstream } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { askApp, askPage, askQuery, askWeb } from './ask.ts'
import { browsePage } from './browse.ts'
import type { User } from './posts-rungs.ts'
import { QUERIES } from './queries.ts'
import { accountFrom, accountUnreadable } from './read-account.ts'

/** The numbers of the account with a name, and where they were found. Throws `private` for one that shows no posts. */
export async function resolveUser(
  username: string,
  { get, browse, sources }: Upstream,
): Promise<User & { payload: Payload }> {
  const idOf = (payloads: Payload[]) => accountFrom(payloads, username).profile.id
  const gives = ['id'] as const
  const query = { query: QUERIES.profile, variables: { username } }
  const info = `/api/v1/users/web_profile_info/?username=${username}`
  const feed = `/api/v1/feed/user/${username}/username/?count=1`
  const found = await climbLadder(
    {
      rungs: [
        { source: 'feed', gives, ask: () => askApp(get, 'feed', feed) },
        { source: 'profile_info', gives, ask: () => askWeb(get, 'profile_info', info) },
        { source: 'page', gives, ask: () => askPage(get, 'page', `/${username}/`) },
        { source: 'query', gives, ask: () => askQuery(get, 'query', query) },
        { source: 'browser', gives, ask: () => browsePage(browse, `/${username}/`) },
      ],
      missing: payloads => (idOf(payloads) ? [] : gives),
      emptiness: payloads => (idOf(payloads) ? null : accountUnreadable(payloads, 'the id of the account')),
    },
    sources,
  )
  const { profile } = accountFrom(found, username)
  if (profile.private) throw upstreamError('private')
  const { id, node_id = null } = profile as User
  return { id, node_id, payload: { source: found[0]!.source, body: inShort(username, id, node_id) } }
}

/** The account without its posts, which are none of the page that is asked for. */
const inShort = (username: string, id: string, node_id: string | null) => ({
  xig_user_by_username: { pk: id, id: node_id, username },
})
