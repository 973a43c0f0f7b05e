import { AppError } from '../errors.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { decodeText, looksBinary } from '../pages/charset.ts'
import { compileParser, engineOf } from '../parsers/compile-parser.ts'
import type { CompiledParser } from '../parsers/compiled-parser.ts'
import { inferParser } from '../parsers/infer/infer-parser.ts'
import { openPage } from '../parsers/infer/learning-page.ts'
import { lintSchema } from '../parsers/infer/lint-schema.ts'
import { pickNode } from '../parsers/infer/pick-node.ts'
import type { PageInput } from '../parsers/page-view.ts'
import { runParser } from '../parsers/run-parser.ts'
import { showPage } from '../parsers/show-page.ts'
import type { Prebuilt } from '../prebuilt/define-prebuilt.ts'
import { prebuilts } from '../prebuilt/index.ts'
import type {
  Extracted,
  ExtractTask,
  InferTask,
  LintTask,
  PageBytes,
  ParseTask,
  PickTask,
  ShowTask,
  Task,
  WorkerAnswer,
} from './extraction.ts'

const KEPT_PARSERS = 100
const compiled = new Map<string, CompiledParser>()

/** The parser of a key for a page, compiled once; the oldest is dropped when there are many. */
function parserOf({ key, schema }: ParseTask, text: string): CompiledParser {
  const engine = engineOf(schema, text)
  const name = engine === engineOf(schema, '') ? key : `${key} xml`
  const known = compiled.get(name)
  if (known) return known
  const parser = compileParser(schema, engine)
  if (compiled.size >= KEPT_PARSERS) compiled.delete(compiled.keys().next().value!)
  compiled.set(name, parser)
  return parser
}

function textOf({ bytes, contentType }: Omit<PageBytes, 'url'>): string {
  if (looksBinary(bytes))
    throw new AppError('extraction_failed', 'The page holds bytes that are no text.', {
      hint: 'Pages of HTML, XML, JSON or CSV can be read; pictures, archives and PDF files cannot.',
    })
  return decodeText(bytes, contentType)
}

function parse(task: ParseTask) {
  const { url, answer, contentType, at = Date.now() } = task
  const text = textOf(task)
  const page = { text, contentType, at, ...(url && { url }), ...(answer && { answer }) }
  return runParser(parserOf(task, text), page, { ...task, clock: () => performance.now() })
}

function extract({ apiId, pages, asked }: ExtractTask): Extracted {
  const api: Prebuilt = prebuilts.find(({ id }) => id === apiId)!
  const payloads = pages.flatMap(page => api.platform.payloadsOf(textOf(page)))
  return { value: api.read(payloads, asked), notice: api.notice?.(payloads) }
}

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
  parse,
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
