import { textOf } from '../html/markup.ts'
import { boundAnswer } from '../parsers/answer.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import { prebuilts } from '../prebuilt/index.ts'
import { detectFormat } from '../saved-files/detect-format.ts'
import { readSavedFile } from '../saved-files/read-saved-file.ts'
import { markupOf } from './parse-page.ts'
import type { ExtractResult, ExtractTask, PageBytes } from './tasks.ts'

/** Reads saved pages with a prebuilt API. */
export async function extractPages({
  apiId,
  pages,
  asked,
  most = Number.POSITIVE_INFINITY,
}: ExtractTask): Promise<ExtractResult> {
  const api: Prebuilt = prebuilts.find(({ id }) => id === apiId)!
  const documents = (await Promise.all(pages.map(documentsIn))).flat()
  const { payloadsOf, read, notice } = await api.load()
  const payloads = documents.flatMap(page => payloadsOf(textOf(markupOf(page))))
  return { value: boundAnswer(read(payloads, asked), most), notice: notice?.(payloads, asked) }
}

/** Returns the documents in a file, in their order. A HAR file stays whole: readers find the answers in it themselves. */
async function documentsIn(file: Omit<PageBytes, 'url'>): Promise<Omit<PageBytes, 'url'>[]> {
  const format = detectFormat(file.bytes)
  if (format === 'page' || format === 'har') return [file]
  const { pages } = await readSavedFile(file.bytes, file.contentType)
  return pages.flatMap(page => [page, ...page.answers])
}
