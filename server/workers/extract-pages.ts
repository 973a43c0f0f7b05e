import { textOf } from '../html/markup.ts'
import { bounded } from '../parsers/answer.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import { prebuilts } from '../prebuilt/index.ts'
import { markupOf } from './parse-page.ts'
import type { Extracted, ExtractTask } from './tasks.ts'

/** Reads saved pages with a prebuilt API. */
export function extractPages({
  apiId,
  pages,
  asked,
  most = Number.POSITIVE_INFINITY,
}: ExtractTask): Extracted {
  const api: Prebuilt = prebuilts.find(({ id }) => id === apiId)!
  const payloads = pages.flatMap(page => api.platform.payloadsOf(textOf(markupOf(page))))
  return { value: bounded(api.read(payloads, asked), most), notice: api.notice?.(payloads, asked) }
}
