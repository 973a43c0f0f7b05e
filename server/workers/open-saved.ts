import { readSavedFile } from '../saved-files/read-saved-file.ts'
import { HAR_TYPE, recordPage } from '../saved-files/recorded-page.ts'
import type { SavedPage } from '../saved-files/saved-file.ts'
import type { OpenedFile, OpenTask } from './tasks.ts'

/** Takes the pages out of a saved file, `most` of them. Throws AppError for one that cannot be read. */
export async function openSaved({ bytes, contentType, most, withAnswers }: OpenTask): Promise<OpenedFile> {
  const { format, pages } = await readSavedFile(bytes, contentType)
  const keepsAnswers = withAnswers && format !== 'page' && format !== 'mhtml'
  return { count: pages.length, pages: pages.slice(0, most).map(keepsAnswers ? recorded : alone) }
}

const alone = ({ answers: _, ...page }: SavedPage) => page

const recorded = ({ answers, ...page }: SavedPage) => ({
  ...page,
  contentType: HAR_TYPE,
  bytes: recordPage(page, answers),
})
