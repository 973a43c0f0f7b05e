import { AppError } from '../../base/errors.ts'
import type { FetchedPage } from '../../pages/fetched-page.ts'
import { fetchPage, type PageErrand, type Way } from './page-ways.ts'

/**
 * The page of an errand, where no parser says yet what data it should hold: `auto` takes a browser only where HTTP is
 * blocked. Throws in the words of upstream answers.
 */
export async function pageEitherWay(errand: PageErrand): Promise<{ page: FetchedPage; mode: Way }> {
  const { mode } = errand.parser.fetch
  if (mode !== 'auto') return { page: await fetchPage(errand, mode), mode }
  try {
    return { page: await fetchPage(errand, 'http'), mode: 'http' }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'blocked') throw error
    return { page: await fetchPage(errand, 'browser'), mode: 'browser' }
  }
}
