import type { Payload } from '../../define-prebuilt.ts'
import { type PlannedSource, trySources } from '../../try-sources.ts'
import type { Upstream } from '../../upstream.ts'
import { askApp, askEmbed, askPage, askQuery, askWeb } from '../ask.ts'
import { browsePage } from '../browse.ts'
import { QUERIES } from '../queries.ts'
import { accountFrom, accountUnreadable, DESCRIPTION, isDescribed } from './read-account.ts'

type ProfileRequirement = 'account' | 'posts_count' | 'posts'

const ALL_REQUIREMENTS: ProfileRequirement[] = ['account', 'posts_count', 'posts']

/**
 * Reads the web call for a profile; what it lacks from the app's list of posts, the page, the queries of its scripts and its
 * embed; a browser as the last resort.
 */
export const planProfile = (username: string, upstream: Upstream): Promise<Payload[]> =>
  trySources<ProfileRequirement>(
    {
      sources: sourcesOf(username, upstream),
      missing: found => missing(found, username),
      emptiness: payloads =>
        isDescribed(accountFrom(payloads, { username })) ? null : accountUnreadable(payloads, DESCRIPTION),
    },
    upstream.sources,
  )

function sourcesOf(username: string, { get, browse }: Upstream): PlannedSource<ProfileRequirement>[] {
  const profile = { query: QUERIES.profile, variables: { username } }
  const posts = { query: QUERIES.posts, variables: { first: 12, username } }
  return [
    {
      source: 'profile_info',
      provides: ALL_REQUIREMENTS,
      ask: () => askWeb(get, 'profile_info', `/api/v1/users/web_profile_info/?username=${username}`),
    },
    {
      source: 'feed',
      provides: ['posts'],
      ask: () => askApp(get, 'feed', `/api/v1/feed/user/${username}/username/?count=12`),
    },
    { source: 'page', provides: ALL_REQUIREMENTS, ask: () => askPage(get, 'page', `/${username}/`) },
    { source: 'query', provides: ['account'], ask: found => askQuery(get, 'query', profile, found) },
    { source: 'posts_query', provides: ['posts'], ask: found => askQuery(get, 'posts_query', posts, found) },
    {
      source: 'embed',
      provides: ['posts_count', 'posts'],
      ask: () => askEmbed(get, 'embed', `/${username}/embed/`),
    },
    {
      source: 'browser',
      provides: ALL_REQUIREMENTS,
      lastResort: true,
      ask: () => browsePage(browse, `/${username}/`),
    },
  ]
}

/** Posts are not missing for an account that is private or has none. */
function missing(found: Payload[], username: string): ProfileRequirement[] {
  const { profile, timeline } = accountFrom(found, { username })
  const hasAccount = [profile.followers, profile.biography, profile.verified].every(
    value => value !== null && value !== undefined,
  )
  const showsNone = profile.private === true || profile.posts === 0
  const needs: Record<ProfileRequirement, boolean> = {
    account: !hasAccount,
    posts_count: profile.posts === null || profile.posts === undefined,
    posts: !showsNone && !timeline?.posts.length,
  }
  return (Object.keys(needs) as ProfileRequirement[]).filter(need => needs[need])
}
