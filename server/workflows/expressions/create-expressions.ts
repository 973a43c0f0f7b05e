import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { AppError } from '../../errors.ts'
import { fieldPath } from '../../field-path.ts'
import type { ResolveTask, WorkerResolved } from './expression-worker.ts'
import type { Expressions, Resolved, ResolveOptions, Variables } from './expressions.ts'
import { holdsTemplate } from './read-template.ts'

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

const NOT_STOPPED = Symbol('not stopped')

/**
 * Threads that evaluate expressions, each call under a hard deadline: one that takes longer, or more memory than a thread
 * may have, ends its thread. Which of several sets of variables it was is found by halving.
 */
export function createExpressions({ timeoutMs }: { timeoutMs: () => number }): Expressions {
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const turn = pLimit(THREADS)

  /** The worker's answer, or the error that ended its thread. */
  const attempt = (task: ResolveTask, { signal, timeoutMs: own }: ResolveOptions) =>
    turn(async (): Promise<WorkerResolved[] | AppError> => {
      const ms = own ?? timeoutMs()
      const deadline = AbortSignal.timeout(ms)
      try {
        return await pool.run(task, { signal: signal ? AbortSignal.any([deadline, signal]) : deadline })
      } catch (error) {
        const fatal = fatalOf(error, { deadline, signal, ms })
        if (fatal === NOT_STOPPED) throw error
        return fatal
      }
    })

  async function resolve(
    template: unknown,
    variables: readonly Variables[],
    options: ResolveOptions,
  ): Promise<Resolved[]> {
    const answer = await attempt({ template, variables }, options)
    if (!(answer instanceof AppError)) return answer.map(toResolved)
    if (variables.length === 1) return [{ error: answer }]
    const middle = variables.length >> 1
    const halves = [variables.slice(0, middle), variables.slice(middle)]
    return (await Promise.all(halves.map(half => resolve(template, half, options)))).flat()
  }

  return {
    async resolve(template, variables, options = {}) {
      if (!holdsTemplates(template)) return variables.map(() => ({ value: structuredClone(template) }))
      const batches: Promise<Resolved[]>[] = []
      for (let at = 0; at < variables.length; at += BATCH)
        batches.push(resolve(template, variables.slice(at, at + BATCH), options))
      return (await Promise.all(batches)).flat()
    },
    close: () => pool.destroy(),
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

function fatalOf(
  error: unknown,
  { deadline, signal, ms }: { deadline: AbortSignal; signal: AbortSignal | undefined; ms: number },
): AppError | typeof NOT_STOPPED {
  if (signal?.aborted) throw new AppError('cancelled', 'The run was cancelled.')
  if (deadline.aborted) return tooSlow(ms)
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : NOT_STOPPED
}

const tooSlow = (ms: number) =>
  new AppError('expression_failed', `An expression was stopped after ${ms / 1000} s.`, {
    hint: 'It loops for ever, or does too much for one item.',
  })

const tooMuchMemory = () =>
  new AppError('expression_failed', 'An expression needed more memory than it may take.', {
    hint: 'Take only the part of the item that you need.',
  })
