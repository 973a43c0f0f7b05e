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

/** Lies beside this file, as source and as compiled. */
const workerFile = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './expression-worker.ts' : './expression-worker.js',
    import.meta.url,
  ),
)
const THREADS = 2
const HEAP_MB = 256
/** Sets of variables in one message: few enough that a message is done well within the deadline. */
const BATCH = 500

/**
 * Threads that evaluate expressions, each call under a hard deadline: one that takes longer, or more memory than a thread
 * may have, ends its thread. Which of several sets of variables it was is found by halving.
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

  /** The worker's answer, or the error that ended its thread. The deadline counts from the start of the work. */
  const attempt = <T>(task: ResolveTask | ReadTask, { signal, timeoutMs: own }: ResolveOptions) =>
    turn(async (): Promise<T[] | AppError> => {
      const ms = own ?? timeoutMs()
      const deadline = startedDeadline(ms)
      const stop = signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal
      try {
        return await pool.run({ ...task, begun: deadline.begun }, { signal: stop })
      } catch (error) {
        if (signal?.aborted) throw new AppError('cancelled', 'The run was cancelled.')
        if (deadline.signal.aborted) return tooSlow(ms)
        if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory()
        throw error
      } finally {
        deadline.end()
      }
    })

  /** The first of a batch, as many as fit into one answer. */
  async function some(
    template: unknown,
    variables: readonly Variables[],
    options: ResolveOptions,
  ): Promise<Resolved[]> {
    const answer = await attempt<WorkerResolved>({ template, variables }, options)
    if (!(answer instanceof AppError)) return answer.map(toResolved)
    if (variables.length === 1) return [{ error: answer }]
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
    async read(texts, timeoutMs) {
      if (!texts.length) return []
      const answer = await attempt<TextRead>({ texts }, { timeoutMs })
      return answer instanceof AppError ? null : answer
    },
    close: () => pool.close(),
  }
}

const holdsTemplates = (template: unknown): boolean =>
  typeof template === 'object' && template !== null
    ? Object.values(template).some(holdsTemplates)
    : holdsTemplate(template)

const toResolved = (one: WorkerResolved): Resolved =>
  'value' in one ? one : { error: failed(one.fault, fieldPath(one.path)) }

const failed = (fault: string, field: string) =>
  new AppError('expression_failed', /[.!?`]$/.test(fault) ? fault : `${fault}.`, {
    ...(field && { field }),
    hint: 'An expression is JSONata over `item`, `input`, `nodes.<id>`, `index` and `run`.',
  })

/** A deadline that a thread sets going by notifying `begun`: that it must be started first is not the work's fault. */
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

const tooSlow = (ms: number) =>
  new AppError('expression_failed', `An expression was stopped after ${ms / 1000} s.`, {
    hint: 'It loops forever, or does too much for one item.',
  })

const tooMuchMemory = () =>
  new AppError('expression_failed', 'An expression needed more memory than it may take.', {
    hint: 'Take only the part of the item that you need.',
  })
