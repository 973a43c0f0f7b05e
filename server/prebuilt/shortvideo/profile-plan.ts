import { firstThatWorks } from '../climb-ladder.ts'
import type { Payload } from '../define-prebuilt.ts'
import type { Upstream } from '../upstream.ts'
import { askPage, idBehind } from './ask.ts'
import { browseProfile } from './browse.ts'
import { accountPlace, requireAccount } from './place.ts'
import { readProfile } from './read-profile.ts'

/**
 * The page of the account; where that is refused or holds no data, the page made for embedding, which tells less, or the
 * page in a browser.
 */
export async function planProfile(username: string, { get, browse, sources }: Upstream): Promise<Payload[]> {
  const name = await idBehind(requireAccount(username), accountPlace, get)
  const way = (source: string, look: () => Promise<Payload[]>) => ({
    source,
    async ask() {
      const payloads = await look()
      readProfile(payloads, name)
      return payloads
    },
  })
  return firstThatWorks(
    [
      way('page', () => askPage(get, 'page', `/@${name}`)),
      way('embed', () => askPage(get, 'embed', `/embed/@${name}`)),
      way('browser', () => browseProfile(browse, name)),
    ],
    sources,
  )
}
