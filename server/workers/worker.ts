import zlib from 'node:zlib'
import { AppError } from '../errors.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { ownBuffer } from '../pages/fetched-page.ts'
import { inferParser } from '../parsers/infer/infer-parser.ts'
import { openPage } from '../parsers/infer/learning-page.ts'
import { lintSchema } from '../parsers/infer/lint-schema.ts'
import { pickNode } from '../parsers/infer/pick-node.ts'
import type { PageInput } from '../parsers/page-view.ts'
import { showPage } from '../parsers/show-page.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import { prebuilts } from '../prebuilt/index.ts'
import type {
  Extracted,
  ExtractTask,
  InferTask,
  JobPage,
  JobPageTask,
  LintTask,
  PageBytes,
  PickTask,
  ShowTask,
  Task,
  WorkerAnswer,
} from './extraction.ts'
import { parsePage, textOf } from './parse-page.ts'

function extract({ apiId, pages, asked }: ExtractTask): Extracted {
  const api: Prebuilt = prebuilts.find(({ id }) => id === apiId)!
  const payloads = pages.flatMap(page => api.platform.payloadsOf(textOf(page)))
  return { value: api.read(payloads, asked), notice: api.notice?.(payloads) }
}

const readJobPage = (task: JobPageTask): JobPage => ({
  result: parsePage({ ...task, kind: 'parse' }),
  packed: ownBuffer(zlib.zstdCompressSync(task.bytes)),
})

const pageOf = (page: PageBytes): PageInput => ({ text: textOf(page), ...(page.url && { url: page.url }) })

const infer = ({ pages, list }: InferTask) =>
  inferParser(
    pages.map(({ values, items, ...page }) => ({ page: pageOf(page), values, items })),
    list,
  )

const pick = (task: PickTask) => pickNode(openPage(pageOf(task)), task.pick)

const lint = ({ schema, ...page }: LintTask) => lintSchema(schema, openPage(pageOf(page)))
const show = (task: ShowTask) => showPage(textOf(task), fastEngine, task.most)

const WORK: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => unknown } = {
  parse: task => parsePage(task),
  'job-page': readJobPage,
  extract,
  infer,
  pick,
  lint,
  show,
}

/** The one task of a thread: pages in, a value or an AppError's parts out. */
export default function work(task: Task): WorkerAnswer<unknown> {
  try {
    return { value: (WORK[task.kind] as (task: Task) => unknown)(task) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause: _, ...facts } = error.facts
    return { error: { code: error.code, message: error.message, facts } }
  }
}
