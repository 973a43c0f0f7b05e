import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { AppError } from '../../base/errors.ts'
import { fieldPath } from '../../base/fields/field-path.ts'
import { createThreadPool } from '../../base/thread-pool.ts'
import type { ReadTask, ResolveTask, WorkerResolved } from './expression-worker.ts'
import {
  type Expressions,
  holdsTemplate,
  type Resolved,
  type ResolveOptions,
  type TextRead,
  type Variables,
} from './expressions.ts'

/** The worker file is beside this one, both as source and compiled. */
const workerFile = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './expression-worker.ts' : './expression-worker.js',
    import.meta.url,
  ),
)
const THREADS = 2
const HEAP_MB = 256
/** Number of sets of variables in one message: few enough that a message finishes well within the deadline. */
const BATCH = 500

/** Expressions normally stop at the time limit. A thread that is still running this many milliseconds later is terminated. */
const GRACE_MS = 100
/** Time limit for several sets of variables, as a multiple of that for one, so that one slow set leaves time for others. */
const TOGETHER = 2

/**
 * Creates the threads that evaluate expressions. An expression that takes too long stops by itself if it can; otherwise a
 * hard deadline terminates its thread. Exceeding the memory of a thread also terminates it. If a message has several sets of
 * variables, the responsible one is then found by bisection.
 */
export function createExpressions({
  timeoutMs,
  report,
}: {
  timeoutMs: () => number
  report?: (error: unknown) => void
}): Expressions {
  const pool = createThreadPool({
    filename: workerFile,
    most: THREADS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    env: {},
    report,
  })
  const turn = pLimit(THREADS)

  /**
   * Returns the answer of the thread, or the error that terminated it; null after the deadline, which starts when the work
   * begins.
   */
  const attempt = <T>(task: ResolveTask | ReadTask, ms: number, signal?: AbortSignal) =>
    turn(async (): Promise<T[] | AppError | null> => {
      const deadline = startedDeadline(ms)
      const stop = signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal
      try {
        return await pool.run({ ...task, begun: deadline.begun }, { signal: stop })
      } catch (error) {
        if (signal?.aborted) throw new AppError('cancelled', 'The run was cancelled.')
        if (deadline.signal.aborted) return null
        if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory()
        throw error
      } finally {
        deadline.end()
      }
    })

  /** Resolves the first sets of a batch, as many as fit into one answer. */
  async function some(
    template: unknown,
    variables: readonly Variables[],
    options: ResolveOptions,
  ): Promise<Resolved[]> {
    const ms = options.timeoutMs ?? timeoutMs()
    const isOne = variables.length === 1
    const task = { template, variables, timeoutMs: ms }
    const answer = await attempt<WorkerResolved>(task, isOne ? ms + GRACE_MS : ms * TOGETHER, options.signal)
    if (Array.isArray(answer)) return answer.map(one => toResolved(one, ms))
    if (isOne) return [{ error: answer ?? tooSlow(ms) }]
    return some(template, variables.slice(0, variables.length >> 1), options)
  }

  async function all(template: unknown, variables: readonly Variables[], options: ResolveOptions) {
    const resolved: Resolved[] = []
    while (resolved.length < variables.length)
      resolved.push(...(await some(template, variables.slice(resolved.length), options)))
    return resolved
  }

  return {
    async resolve(template, variables, options = {}) {
      if (!holdsTemplates(template)) return variables.map(() => ({ value: structuredClone(template) }))
      if (options.isPartial) return some(template, variables.slice(0, BATCH), options)
      const batches: Promise<Resolved[]>[] = []
      for (let at = 0; at < variables.length; at += BATCH)
        batches.push(all(template, variables.slice(at, at + BATCH), options))
      return (await Promise.all(batches)).flat()
    },
    async read(texts, ms) {
      if (!texts.length) return []
      const answer = await attempt<TextRead>({ texts }, ms)
      return Array.isArray(answer) ? answer : null
    },
    close: () => pool.close(),
  }
}

const holdsTemplates = (template: unknown): boolean =>
  typeof template === 'object' && template !== null
    ? Object.values(template).some(holdsTemplates)
    : holdsTemplate(template)

function toResolved(one: WorkerResolved, ms: number): Resolved {
  if ('value' in one) return one
  const field = fieldPath(one.path)
  return { error: one.fault === null ? tooSlow(ms, field) : failed(one.fault, field) }
}

const failed = (fault: string, field: string) =>
  new AppError('expression_failed', /[.!?`]$/.test(fault) ? fault : `${fault}.`, {
    ...(field && { field }),
    hint: 'An expression is JSONata over `item`, `input`, `nodes.<id>`, `index` and `run`.',
  })

/** Returns a deadline that starts when the thread notifies `begun`, so that the start of a thread does not count. */
function startedDeadline(ms: number) {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  void Promise.resolve(Atomics.waitAsync(begun, 0, 0).value).then(() => {
    if (!isOver) timer = setTimeout(() => stop.abort(), ms)
  })
  const end = () => {
    isOver = true
    clearTimeout(timer)
    Atomics.notify(begun, 0)
  }
  return { begun, signal: stop.signal, end }
}

const tooSlow = (ms: number, field = '') =>
  new AppError('expression_failed', `An expression was stopped after ${ms / 1000} s.`, {
    ...(field && { field }),
    hint: 'It loops forever, or does too much for one item.',
  })

const tooMuchMemory = () =>
  new AppError('expression_failed', 'An expression needed more memory than it may take.', {
    hint: 'Take only the part of the item that you need.',
  })
