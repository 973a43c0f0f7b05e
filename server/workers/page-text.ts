import { ownBuffer } from '../base/own-buffer.ts'
import { decodeText } from '../pages/charset.ts'
import { recordedPage } from '../saved-files/recorded-page.ts'
import type { PageBytes, PageTextTask } from './tasks.ts'

/** A kept page as its answer shows it. */
export interface PageText {
  url: string | null
  content_type: string | null
  html: string
}

/** Decodes a kept page. */
export async function textOfPage({ url, bytes, contentType }: PageBytes): Promise<PageText> {
  const page = (await recordedPage({ bytes, contentType })) ?? { bytes, contentType }
  return { url: url ?? null, content_type: page.contentType, html: decodeText(page.bytes, page.contentType) }
}

/** The same, written as JSON where nobody looks into it. */
export async function writePageText(task: PageTextTask): Promise<{ data: PageText | Uint8Array }> {
  const text = await textOfPage(task)
  return { data: task.writesJson ? ownBuffer(Buffer.from(JSON.stringify(text))) : text }
}
