import { readSavedFile } from '../saved-files/read-saved-file.ts'
import type { OpenedFile, OpenTask } from './tasks.ts'

/** Takes the pages out of a saved file, `most` of them. Throws AppError for one that cannot be read. */
export async function openSaved({ bytes, contentType, most }: OpenTask): Promise<OpenedFile> {
  const { pages } = await readSavedFile(bytes, contentType)
  return { count: pages.length, pages: pages.slice(0, most).map(({ answers: _, ...page }) => page) }
}
