import { ownBuffer } from '../base/own-buffer.ts'
import { decodeText } from '../pages/charset.ts'
import { HAR_TYPE, readRecordedPage } from '../saved-files/recorded-page.ts'
import type { PageText, PageTextTask } from './tasks.ts'

/** Decodes a page for an answer: the parts that `shows` names, and facts about the page. */
export async function textOfPage({
  bytes,
  contentType,
  facts,
  shows,
}: Omit<PageTextTask, 'kind' | 'owner' | 'writesJson'>): Promise<Record<string, unknown>> {
  const recording = await readRecordedPage({ bytes, contentType })
  const page = recording ?? { bytes, contentType }
  const readers: { [Name in keyof PageText]: () => PageText[Name] } = {
    content_type: () => page.contentType,
    html: () => decodeText(page.bytes, page.contentType),
    har: () => recording && decodeText(bytes, HAR_TYPE),
  }
  return { ...facts, ...Object.fromEntries(shows.map(name => [name, readers[name]()])) }
}

/** Same as `textOfPage`, serialised as JSON if nobody inspects it. */
export async function writePageText(
  task: PageTextTask,
): Promise<{ data: Record<string, unknown> | Uint8Array }> {
  const answer = await textOfPage(task)
  return { data: task.writesJson ? ownBuffer(Buffer.from(JSON.stringify(answer))) : answer }
}
