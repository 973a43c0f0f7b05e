import { writeDraft } from './drafts/drafts.ts'
import { addressOf, type OpenPage, storePage } from './open-page.ts'

/** The draft id of the new parser for a page that was opened elsewhere. */
export const FROM_PAGE = 'page'

/** Stores the draft of a new parser with an open page. The parser fetches like the call that the page came from. */
export async function startParser(
  account: string,
  page: OpenPage,
  { name, fetch = {} }: { name: string; fetch?: object | undefined },
): Promise<void> {
  const address = addressOf(page)
  writeDraft(account, FROM_PAGE, { name, fetch, test_urls: address ? [address] : [] })
  await storePage(account, FROM_PAGE, page)
}
