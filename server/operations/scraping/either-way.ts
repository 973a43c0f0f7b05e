import { AppError } from '../../base/errors.ts'
import type { FetchedPage } from '../../pages/fetched-page.ts'
import { fetchPage, type PageRequest, type Way } from './page-ways.ts'

/**
 * The page of a scrape request, where no parser says yet what data it should hold: `auto` takes a browser only where HTTP is
 * blocked. Throws in the words of upstream answers.
 */
export async function pageEitherWay(scrapeRequest: PageRequest): Promise<{ page: FetchedPage; mode: Way }> {
  const { mode } = scrapeRequest.parser.fetch
  if (mode !== 'auto') return { page: await fetchPage(scrapeRequest, mode), mode }
  try {
    return { page: await fetchPage(scrapeRequest, 'http'), mode: 'http' }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'blocked') throw error
    return { page: await fetchPage(scrapeRequest, 'browser'), mode: 'browser' }
  }
}
