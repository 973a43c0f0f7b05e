import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { AppError } from '../base/errors.ts'
import { release } from '../base/own-buffer.ts'
import { freeTrees } from '../html/tree/build-tree.ts'
import { engineOf } from '../parsers/compile/compile-parser.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import { packJobPage, writeData } from './pack-job-page.ts'
import { markupOf, parsePage, withNetwork } from './parse-page.ts'
import type {
  JobPage,
  JobPagesTask,
  JobPageTask,
  ParseTask,
  SerializedResult,
  Task,
  ThreadAnswer,
} from './tasks.ts'

async function parse(sentTask: ParseTask): Promise<ParseResult> {
  const task = await withNetwork(sentTask)
  const text = markupOf(task)
  return parsePage(task, text, await engineOf(task.schema, text))
}

const readJobPage = async (page: JobPageTask): Promise<JobPage> =>
  packJobPage(page, await parse({ kind: 'parse', ...page }))

async function readPage(task: ParseTask): Promise<SerializedResult> {
  const result = await parse(task)
  // Frees the whole buffer: the thread owns its input, and most pages are slightly smaller than their buffer.
  release(new Uint8Array(task.bytes.buffer))
  return writeData(result, task)
}

/** Reads group after group while there are more. Returns the answers to the last group. */
async function readJobPages({ pages, more }: JobPagesTask): Promise<ThreadAnswer<JobPage>[]> {
  let answers = await readGroup(pages)
  for (let next = nextGroup(more); next; next = nextGroup(more)) {
    more!.postMessage(answers)
    answers = await readGroup(next)
  }
  return answers
}

const nextGroup = (more: MessagePort | undefined): JobPageTask[] | undefined =>
  more && receiveMessageOnPort(more)?.message

async function readGroup(pages: readonly JobPageTask[]): Promise<ThreadAnswer<JobPage>[]> {
  const answers: ThreadAnswer<JobPage>[] = []
  for (const page of pages) answers.push(await answerOf(() => readJobPage(page)))
  return answers
}

/** Tasks other than those of parsers load their code on first use, so that a thread starts in half the time. */
const HANDLERS: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => unknown } = {
  parse: readPage,
  'job-pages': readJobPages,
  extract: async task => (await import('./extract-pages.ts')).extractPages(task),
  infer: async task => (await import('./learn.ts')).infer(task),
  pick: async task => (await import('./learn.ts')).pick(task),
  'next-pages': async task => (await import('./learn.ts')).nextPages(task),
  import: async task => (await import('./import-schema.ts')).convertSchema(task),
  lint: async task => (await import('./learn.ts')).lint(task),
  read: async task => (await import('./read-text-page.ts')).readTextPage(task),
  'page-text': async task => (await import('./page-text.ts')).writePageText(task),
  links: async task => (await import('./read-page-links.ts')).readPageLinks(task),
  group: async ({ urls }) => (await import('../reading/links/group-links.ts')).groupLinks(urls),
  open: async task => (await import('./open-saved.ts')).openSaved(task),
  show: async task => (await import('./show.ts')).show(task),
}

/** The function of a thread: takes a task, and returns a value or the parts of an AppError. */
export default async function work(task: Task): Promise<ThreadAnswer<unknown>> {
  try {
    return await transferData(await (HANDLERS[task.kind] as (task: Task) => unknown)(task))
  } catch (error) {
    return errorAnswer(error)
  } finally {
    freeTrees()
  }
}

/** Transfers bytes of data instead of copying them. */
async function transferData(value: unknown): Promise<ThreadAnswer<unknown>> {
  const { data } = (value ?? {}) as Partial<SerializedResult>
  if (!(data instanceof Uint8Array)) return { value }
  const { move, transferableSymbol, valueSymbol } = await import('piscina')
  const transferable = { [valueSymbol]: { value }, [transferableSymbol]: data.buffer }
  return move(transferable as unknown as Parameters<typeof move>[0]) as unknown as ThreadAnswer<unknown>
}

async function answerOf<T>(read: () => Promise<T>): Promise<ThreadAnswer<T>> {
  try {
    return { value: await read() }
  } catch (error) {
    return errorAnswer(error)
  }
}

function errorAnswer(error: unknown): ThreadAnswer<never> {
  if (!(error instanceof AppError)) throw error
  const { cause: _, ...facts } = error.facts
  return { error: { code: error.code, message: error.message, facts } }
}
