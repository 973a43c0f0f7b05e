import { NAVIGATION } from '../browser-headers.ts'
import { stringAt } from '../json-walk.ts'
import type { Get } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { follow, isWall } from './ask.ts'
import { bodiesOf, photosocial } from './platform.ts'
import { shortcodeIn } from './post-link.ts'

/** The shortcode behind `/share/…`: in the address that it leads to, in that which a sign-in leads on to, or in the page itself. */
export async function shortcodeBehind(share: string, get: Get): Promise<string> {
  const request = { url: `${photosocial.origin}/share/${share}/`, headers: NAVIGATION }
  const { url, text } = await follow(get, request)
  const { pathname, searchParams } = new URL(url)
  const found = shortcodeIn(pathname) ?? shortcodeIn(searchParams.get('next') ?? '')
  if (found) return found
  if (isWall(url)) throw upstreamError('blocked')
  const named = shortcodeIn(stringAt(bodiesOf(text).at(-1), 'page.metas.og:url') ?? '')
  if (named) return named
  throw upstreamError('not_found', 'This short link leads to no post.')
}
