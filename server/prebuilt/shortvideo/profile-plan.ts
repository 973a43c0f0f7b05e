import type { Payload } from '../define-prebuilt.ts'
import { firstThatWorks } from '../first-that-works.ts'
import type { Get } from '../upstream.ts'
import { askPage, idBehind } from './ask.ts'
import { accountPlace, requireAccount } from './place.ts'
import { readProfile } from './read-profile.ts'

/** The page of the account; where that is refused or holds no data, the page made for embedding, which tells less. */
export async function planProfile(username: string, get: Get): Promise<Payload[]> {
  const name = await idBehind(requireAccount(username), accountPlace, get)
  const way = (source: string, path: string) => async () => {
    const payloads = await askPage(get, source, path)
    readProfile(payloads, name)
    return payloads
  }
  return firstThatWorks([way('page', `/@${name}`), way('embed', `/embed/@${name}`)])
}
