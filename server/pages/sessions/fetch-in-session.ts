import type { BrowsedPage } from '../browser/browser.ts'
import type { FetchedPage } from '../fetched-page.ts'
import { asksForPassword, mustBeLoggedIn } from './logged-out.ts'
import type { Session } from './session.ts'

/** A page as a logged-in visitor gets it. */
export type SessionPage = (FetchedPage | BrowsedPage) & {
  /** It has a field for a password: where nothing else is found there, the session has expired. */
  asksForPassword?: boolean
}

/** Whoever sees what is kept of pages is not to see the cookies of a login. */
const withoutCookies = <P extends FetchedPage>({ headers: { 'set-cookie': _, ...headers }, ...page }: P) => ({
  ...page,
  headers,
})

/** A page that `get` got of an address with this session. Throws `session_expired` where it asks to log in. */
export async function fetchInSession(
  session: Session,
  url: string,
  get: () => Promise<FetchedPage | BrowsedPage>,
): Promise<SessionPage> {
  const page = await get()
  await mustBeLoggedIn(page, url, session)
  const answers = 'kept' in page ? { kept: page.kept.map(withoutCookies) } : {}
  return { ...withoutCookies(page), ...answers, asksForPassword: asksForPassword(page) }
}
