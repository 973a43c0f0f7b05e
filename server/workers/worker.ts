import { AppError } from '../errors.ts'
import type { Task, WorkerAnswer } from './extraction.ts'
import { parsePage } from './parse-page.ts'

/** What few threads ever do is loaded when it is first asked for: a thread starts a third sooner without it. */
const drafting = () => import('./draft-parser.ts')

const WORK: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => unknown } = {
  parse: task => parsePage(task),
  extract: async task => (await import('./extract.ts')).extract(task),
  infer: async task => (await drafting()).infer(task),
  pick: async task => (await drafting()).pick(task),
  lint: async task => (await drafting()).lint(task),
  show: async task => (await drafting()).show(task),
}

/** The one task of a thread: pages in, a value or an AppError's parts out. */
export default async function work(task: Task): Promise<WorkerAnswer<unknown>> {
  try {
    return { value: await (WORK[task.kind] as (task: Task) => unknown)(task) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause: _, ...facts } = error.facts
    return { error: { code: error.code, message: error.message, facts } }
  }
}
