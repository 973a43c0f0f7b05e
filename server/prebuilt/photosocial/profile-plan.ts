import { climbLadder, type Rung } from '../climb-ladder.ts'
import type { Payload } from '../define-prebuilt.ts'
import type { Get } from '../upstream.ts'
import { askApp, askEmbed, askPage, askQuery, askWeb } from './ask.ts'
import { QUERIES } from './queries.ts'
import { accountFrom, accountUnreadable } from './read-account.ts'

type Need = 'account' | 'posts_count' | 'posts'

/** The web's call for a profile; what this lacks from the app's list of posts, the page, the queries of its scripts, its embed. */
export const planProfile = (username: string, get: Get): Promise<Payload[]> =>
  climbLadder<Need>({
    rungs: rungsTo(username, get),
    missing: found => missing(found, username),
    emptiness: payloads => {
      const { id, username: name } = accountFrom(payloads, username).profile
      return id || name ? null : accountUnreadable(payloads, 'both the name and the id of the account')
    },
  })

function rungsTo(username: string, get: Get): Rung<Need>[] {
  const profile = { query: QUERIES.profile, variables: { username } }
  const posts = { query: QUERIES.posts, variables: { first: 12, username } }
  return [
    {
      gives: ['account', 'posts_count', 'posts'],
      ask: () => askWeb(get, 'profile_info', `/api/v1/users/web_profile_info/?username=${username}`),
    },
    { gives: ['posts'], ask: () => askApp(get, 'feed', `/api/v1/feed/user/${username}/username/?count=12`) },
    {
      gives: ['account', 'posts_count', 'posts'],
      ask: () => askPage(get, 'page', `/${username}/`),
    },
    { gives: ['account'], ask: found => askQuery(get, 'query', profile, found) },
    { gives: ['posts'], ask: found => askQuery(get, 'posts_query', posts, found) },
    {
      gives: ['posts_count', 'posts'],
      ask: () => askEmbed(get, 'embed', `/${username}/embed/`),
    },
  ]
}

/** An account that is private or has no posts shows none. */
function missing(found: Payload[], username: string): Need[] {
  const { profile, timeline } = accountFrom(found, username)
  const hasAccount = [profile.followers, profile.biography, profile.verified].every(
    known => known !== null && known !== undefined,
  )
  const showsNone = profile.private === true || profile.posts === 0
  const needs: Record<Need, boolean> = {
    account: !hasAccount,
    posts_count: profile.posts === null || profile.posts === undefined,
    posts: !showsNone && !timeline?.posts.length,
  }
  return (Object.keys(needs) as Need[]).filter(need => needs[need])
}
