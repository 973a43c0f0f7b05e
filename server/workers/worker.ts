import zlib from 'node:zlib'
import { AppError } from '../errors.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { textOf } from '../html/markup.ts'
import { ownBuffer } from '../pages/fetched-page.ts'
import { leadsOn } from '../parsers/paging/gather-pages.ts'
import { showPage } from '../parsers/show-page.ts'
import { type PackedResult, packResult } from '../store/job-files.ts'
import type { JobPage, JobPageTask, Task, WorkerAnswer } from './extraction.ts'
import { markupOf, parsePage } from './parse-page.ts'

function readJobPage(task: JobPageTask): JobPage {
  const result = parsePage({ ...task, kind: 'parse' })
  const packedPage = ownBuffer(zlib.zstdCompressSync(task.bytes))
  return { result, packedPage, packedData: leadsOn(result) ? null : packOwn(result.data) }
}

/** In a buffer of its own, since a buffer crosses to another thread as a whole. */
function packOwn(value: unknown): PackedResult {
  const packed = packResult(value)
  return typeof packed === 'string' ? packed : ownBuffer(packed)
}

/** What pages of parsers do not need is loaded by the first task that does, so that a thread starts in half the time. */
const WORK: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => unknown } = {
  parse: task => parsePage(task),
  'job-pages': ({ pages }) => pages.map(page => answered(() => readJobPage(page))),
  extract: async task => (await import('./extract-pages.ts')).extractPages(task),
  infer: async task => (await import('./learn.ts')).infer(task),
  pick: async task => (await import('./learn.ts')).pick(task),
  lint: async task => (await import('./learn.ts')).lint(task),
  show: task => showPage(textOf(markupOf(task)), fastEngine, task.most),
}

/** The one task of a thread: pages in, a value or an AppError's parts out. */
export default async function work(task: Task): Promise<WorkerAnswer<unknown>> {
  try {
    return { value: await (WORK[task.kind] as (task: Task) => unknown)(task) }
  } catch (error) {
    return asAnswer(error)
  }
}

function answered<T>(read: () => T): WorkerAnswer<T> {
  try {
    return { value: read() }
  } catch (error) {
    return asAnswer(error)
  }
}

function asAnswer(error: unknown): WorkerAnswer<never> {
  if (!(error instanceof AppError)) throw error
  const { cause: _, ...facts } = error.facts
  return { error: { code: error.code, message: error.message, facts } }
}
