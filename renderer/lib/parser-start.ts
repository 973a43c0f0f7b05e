import { writeDraft } from './drafts/drafts.ts'
import { addressOf, keepPage, type OpenPage } from './open-page.ts'

/** The new parser that begins with a page which was opened elsewhere. */
export const FROM_PAGE = 'page'

/** Opens a page in the editor of a new parser, which fetches like the call that the page came from. */
export async function startParser(
  account: string,
  page: OpenPage,
  { name, fetch = {} }: { name: string; fetch?: object | undefined },
): Promise<void> {
  const address = addressOf(page)
  writeDraft(account, FROM_PAGE, { name, fetch, test_urls: address ? [address] : [] })
  await keepPage(account, FROM_PAGE, page)
}
