import type { MessagePort, ResourceLimits } from 'node:worker_threads'
import type { Piscina } from 'piscina'

/** Which threads a pool has. */
interface PoolOptions {
  /** The file that each runs. */
  filename: string
  most: number
  resourceLimits: ResourceLimits
  /** Their environment; that of the process by default. */
  env?: Record<string, string>
  report?: ((error: unknown) => void) | undefined
}

/** How one task gets to a thread. */
interface Sending {
  /** What ends the thread before its answer is there. */
  signal: AbortSignal
  transferList?: (ArrayBuffer | MessagePort)[]
}

/** Threads that start when they are needed, and end after a minute without work. */
export interface ThreadPool {
  run<T>(task: object, sending?: Sending): Promise<T>
  /** How many threads there are now. */
  size(): number
  close(): Promise<void>
}

const IDLE_MS = 60_000

/** The library is loaded with the first thread: most commands need none, and a service is ready sooner. */
export function createThreadPool({ most, report, ...threads }: PoolOptions): ThreadPool {
  let pool: Piscina | undefined
  let opening: Promise<Piscina> | undefined

  async function open(): Promise<Piscina> {
    const library = await import('piscina')
    pool = new library.Piscina({
      ...threads,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      recordTiming: false,
    })
    // A thread that dies while it has nothing to do is no one's failure; without a listener it would end the process.
    pool.on('error', error => report?.(error))
    return pool
  }

  return {
    async run(task, sending) {
      opening ??= open()
      return (await opening).run(task, sending)
    },
    size: () => pool?.threads.length ?? 0,
    close: async () => (await opening)?.destroy(),
  }
}
