import { AppError } from '../errors.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import { prebuilts } from '../prebuilt/index.ts'
import type { Extracted, ExtractTask, ParseTask, WorkerAnswer } from './extraction.ts'
import { parsePage, textOf } from './parse-page.ts'

function extract({ apiId, pages, asked }: ExtractTask): Extracted {
  const api: Prebuilt = prebuilts.find(({ id }) => id === apiId)!
  const payloads = pages.flatMap(page => api.platform.payloadsOf(textOf(page)))
  return { value: api.read(payloads, asked), notice: api.notice?.(payloads) }
}

/** The one task of a thread: pages in, a value or an AppError's parts out. */
export default function work(task: ParseTask | ExtractTask): WorkerAnswer<unknown> {
  try {
    return { value: task.kind === 'parse' ? parsePage(task) : extract(task) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause: _, ...facts } = error.facts
    return { error: { code: error.code, message: error.message, facts } }
  }
}
