import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { AppError } from '../../base/errors.ts'
import { fieldPath } from '../../base/fields/field-path.ts'
import { createThreadPool } from '../../base/thread-pool.ts'
import { isQuickToRead, readRunInput } from '../run-input.ts'
import type { InputResult, InputTask, ReadTask, ResolveTask, WorkerResult } from './expression-worker.ts'
import {
  type Expressions,
  holdsTemplate,
  type ParsedText,
  type ResolveOptions,
  type ResolveResult,
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
const BATCH_SIZE = 500

/** Expressions normally stop at the time limit. A thread that is still running this many milliseconds later is terminated. */
const GRACE_MS = 100
/** Time limit for several sets of variables, as a multiple of that for one, so that one slow set leaves time for others. */
const BATCH_TIME_FACTOR = 2
/** The same for the input of a run, which is validated once. */
const INPUT_TIME_FACTOR = 2

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
  const limitThreads = pLimit(THREADS)

  /**
   * Returns the answer of the thread, or the error that terminated it; null after the deadline, which starts when the work
   * begins.
   */
  const runTask = <T>(task: ResolveTask | ReadTask | InputTask, ms: number, signal?: AbortSignal) =>
    limitThreads(async (): Promise<T[] | AppError | null> => {
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
  async function resolveFirst(
    template: unknown,
    variables: readonly Variables[],
    options: ResolveOptions,
  ): Promise<ResolveResult[]> {
    const ms = options.timeoutMs ?? timeoutMs()
    const isOne = variables.length === 1
    const task = { template, variables, timeoutMs: ms }
    const answer = await runTask<WorkerResult>(
      task,
      isOne ? ms + GRACE_MS : ms * BATCH_TIME_FACTOR,
      options.signal,
    )
    if (Array.isArray(answer)) return answer.map(one => toResolved(one, ms))
    if (isOne) return [{ error: answer ?? tooSlow(ms) }]
    return resolveFirst(template, variables.slice(0, variables.length >> 1), options)
  }

  async function resolveAll(template: unknown, variables: readonly Variables[], options: ResolveOptions) {
    const resolved: ResolveResult[] = []
    while (resolved.length < variables.length)
      resolved.push(...(await resolveFirst(template, variables.slice(resolved.length), options)))
    return resolved
  }

  return {
    async resolve(template, variables, options = {}) {
      if (!holdsTemplates(template)) return variables.map(() => ({ value: structuredClone(template) }))
      if (options.isPartial) return resolveFirst(template, variables.slice(0, BATCH_SIZE), options)
      const batches: Promise<ResolveResult[]>[] = []
      for (let at = 0; at < variables.length; at += BATCH_SIZE)
        batches.push(resolveAll(template, variables.slice(at, at + BATCH_SIZE), options))
      return (await Promise.all(batches)).flat()
    },
    async read(texts, ms) {
      if (!texts.length) return []
      const answer = await runTask<ParsedText>({ texts }, ms)
      return Array.isArray(answer) ? answer : null
    },
    async readInput(schema, input) {
      if (isQuickToRead(schema, input)) return readRunInput(schema, input)
      const task = { schema, input: JSON.stringify(input) }
      const answer = await runTask<InputResult>(task, timeoutMs() * INPUT_TIME_FACTOR)
      if (!Array.isArray(answer)) throw inputTooCostly()
      const [read] = answer
      if ('facts' in read!) throw new AppError('invalid_input', read.message, read.facts)
      return read!.input === null ? input : JSON.parse(read!.input)
    },
    close: () => pool.close(),
  }
}

const holdsTemplates = (template: unknown): boolean =>
  typeof template === 'object' && template !== null
    ? Object.values(template).some(holdsTemplates)
    : holdsTemplate(template)

function toResolved(result: WorkerResult, ms: number): ResolveResult {
  if ('value' in result) return result
  const field = fieldPath(result.path)
  return { error: result.fault === null ? tooSlow(ms, field) : expressionFailed(result.fault, field) }
}

const expressionFailed = (fault: string, field: string) =>
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
  const stopUnlessOver = () => {
    if (!isOver) stop.abort()
  }
  void Promise.resolve(Atomics.waitAsync(begun, 0, 0).value).then(() => {
    // After the event loop was blocked, a late timer comes before an answer that has long arrived.
    if (!isOver) timer = setTimeout(() => setImmediate(stopUnlessOver), ms)
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

const inputTooCostly = () =>
  new AppError('invalid_input', 'Checking `input` by the `input_schema` takes too long or too much memory.', {
    field: 'input',
    hint: 'Send less at once, or use fewer `anyOf`, `oneOf` and `enum` in the schema.',
  })

const tooMuchMemory = () =>
  new AppError('expression_failed', 'An expression needed more memory than it may take.', {
    hint: 'Take only the part of the item that you need.',
  })
