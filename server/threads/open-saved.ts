import { readSavedFile } from '../saved-files/read-saved-file.ts'
import { HAR_TYPE, recordPage } from '../saved-files/recorded-page.ts'
import type { SavedPage } from '../saved-files/saved-file.ts'
import type { OpenedFile, OpenTask } from './tasks.ts'

/** Reads at most `most` pages from a saved file. Throws AppError if the file cannot be read. */
export async function openSaved({
  bytes,
  contentType,
  most,
  withAnswers,
  withLooks,
}: OpenTask): Promise<OpenedFile> {
  const { format, pages } = await readSavedFile(bytes, contentType)
  const keepsAnswers = withAnswers && format !== 'page' && format !== 'mhtml'
  const selected = pages.slice(0, most)
  const looks = withLooks ? await Promise.all(selected.map(page => page.looks?.() ?? [])) : []
  return {
    count: pages.length,
    pages: selected.map(keepsAnswers ? asHar : withoutAnswers),
    looks: looks.flat(),
  }
}

const withoutAnswers = ({ answers: _, looks: __, ...page }: SavedPage) => page

const asHar = ({ answers, looks: _, ...page }: SavedPage) => ({
  ...page,
  contentType: HAR_TYPE,
  bytes: recordPage(page, answers),
})
