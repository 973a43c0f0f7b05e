import { defaultEngineOf } from '../parsers/compile-parser.ts'
import { viewPage } from '../parsers/page-view.ts'
import { readPage } from '../reading/read-page.ts'
import { markupOf } from './parse-page.ts'
import type { ReadTask } from './tasks.ts'

/** Reads a page as text. Throws AppError for one that has none. */
export function readTextPage({ options, url, contentType, ...page }: ReadTask) {
  const text = markupOf({ ...page, contentType })
  return readPage(viewPage({ text, contentType, ...(url && { url }) }, defaultEngineOf(text)), options)
}
