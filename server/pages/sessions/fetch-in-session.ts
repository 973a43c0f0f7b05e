import type { BrowsedPage } from '../browser/browser.ts'
import type { FetchedPage } from '../fetch/fetched-page.ts'
import { asksForPassword, assertLoggedIn } from './logged-out.ts'
import type { Session } from './session.ts'

/** A page that was fetched with a session. */
export type SessionPage = (FetchedPage | BrowsedPage) & {
  /** Whether the page has a password field. If nothing else is found in it, the session has expired. */
  asksForPassword?: boolean
}

/** Saved pages can be seen by people who must not see the cookies of a login. */
const withoutCookies = <P extends FetchedPage>({ headers: { 'set-cookie': _, ...headers }, ...page }: P) => ({
  ...page,
  headers,
})

/** Fetches an address by `get` with this session. Throws `session_expired` if the page asks to log in. */
export async function fetchInSession(
  session: Session,
  url: string,
  get: () => Promise<FetchedPage | BrowsedPage>,
): Promise<SessionPage> {
  const page = await get()
  await assertLoggedIn(page, url, session)
  const answers = 'kept' in page ? { kept: page.kept.map(withoutCookies) } : {}
  return { ...withoutCookies(page), ...answers, asksForPassword: asksForPassword(page) }
}
