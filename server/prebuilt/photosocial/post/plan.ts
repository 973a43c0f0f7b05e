import { NAVIGATION_HEADERS } from '../../browser-headers.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { stringAt } from '../../json-walk.ts'
import { type PlannedSource, trySources } from '../../try-sources.ts'
import type { Get, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { askApp, askEmbed, askPage, askQuery, followRedirects, isWall } from '../ask.ts'
import { browsePage } from '../browse.ts'
import { photosocial } from '../platform.ts'
import { QUERIES } from '../queries.ts'
import { bodiesOf } from '../states.ts'
import { EXACT_READERS } from './layouts.ts'
import { mediaIdOf, type PostLink, shortcodeIn } from './post-link.ts'
import { postFrom, postUnreadable } from './read-post.ts'

type PostRequirement = 'counts' | 'time'

/**
 * Reads the page of a post; if it lacks something, the queries of its scripts, its embed and the app's call; a browser as
 * the last resort.
 */
export async function planPost(link: PostLink, upstream: Upstream): Promise<Payload[]> {
  const shortcode = 'shortcode' in link ? link.shortcode : await resolveShortcode(link.share, upstream.get)
  return trySources<PostRequirement>(
    {
      sources: sourcesOf(shortcode, upstream),
      missing: found => missing(found, shortcode),
      emptiness: payloads => (postFrom(payloads, shortcode) ? null : postUnreadable(payloads, shortcode)),
    },
    upstream.sources,
  )
}

function sourcesOf(shortcode: string, { get, browse }: Upstream): PlannedSource<PostRequirement>[] {
  const provides: PostRequirement[] = ['counts', 'time']
  const id = mediaIdOf(shortcode)
  const query = { query: QUERIES.post, variables: { media_id: id } }
  const formerCall = { path: '/graphql/query', query: QUERIES.formerPost, variables: { shortcode } }
  const embed = `/p/${shortcode}/embed/captioned/`
  return [
    { source: 'page', provides, ask: () => askPage(get, 'page', `/p/${shortcode}/`) },
    { source: 'query', provides, ask: found => askQuery(get, 'query', query, found) },
    { source: 'former_query', provides, ask: () => askQuery(get, 'former_query', formerCall) },
    { source: 'embed', provides: ['counts'], ask: () => askEmbed(get, 'embed', embed) },
    {
      source: 'media_info',
      provides,
      ask: () => askApp(get, 'media_info', `/api/v1/media/${id}/info/`),
    },
    {
      source: 'browser',
      provides,
      lastResort: true,
      ask: () => browsePage(browse, `/p/${shortcode}/`),
    },
  ]
}

function missing(found: Payload[], shortcode: string): PostRequirement[] {
  const post = postFrom(found, shortcode, EXACT_READERS)
  const isCounted = post?.comments !== null && post?.comments !== undefined
  return [...(isCounted ? [] : ['counts' as const]), ...(post?.timestamp ? [] : ['time' as const])]
}

/**
 * Resolves `/share/…` to a shortcode, which is in the address that it redirects to, in the return address of the sign-in
 * page, or in the page itself.
 */
async function resolveShortcode(share: string, get: Get): Promise<string> {
  const request = { url: `${photosocial.origin}/share/${share}/`, headers: NAVIGATION_HEADERS }
  const { url, text } = await followRedirects(get, request)
  const { pathname, searchParams } = new URL(url)
  const found = shortcodeIn(pathname) ?? shortcodeIn(searchParams.get('next') ?? '')
  if (found) return found
  if (isWall(url)) throw upstreamError('blocked')
  const shortcodeOfPage = shortcodeIn(stringAt(bodiesOf(text).at(-1), 'page.metas.og:url') ?? '')
  if (shortcodeOfPage) return shortcodeOfPage
  throw upstreamError('not_found', 'This short link leads to no post.')
}
