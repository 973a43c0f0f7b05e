import type { MessagePort, ResourceLimits } from 'node:worker_threads'
import { createLoader } from './loader.ts'

/** Configuration of the threads of a pool. */
interface PoolOptions {
  /** The file that each thread runs. */
  filename: string
  most: number
  resourceLimits: ResourceLimits
  /** Environment of the threads; that of the process by default. */
  env?: Record<string, string>
  report?: ((error: unknown) => void) | undefined
}

/** How a task is sent to a thread. */
interface SendOptions {
  /** Terminates the thread before it has answered. */
  signal: AbortSignal
  transferList?: (ArrayBuffer | MessagePort)[]
}

/** Threads that start on demand, and end after a minute without work. */
interface ThreadPool {
  run<T>(task: object, sending?: SendOptions): Promise<T>
  /** Number of threads that have started: a task for one of them does not wait while another one starts. */
  startedCount(): number
  close(): Promise<void>
}

const IDLE_MS = 60_000

/** Creates a thread pool. The library is loaded with the first thread: most commands need none, and the service starts faster. */
export function createThreadPool({ most, report, ...threads }: PoolOptions): ThreadPool {
  const started = new Set<unknown>()
  const opened = createLoader(async () => {
    const library = await import('piscina')
    const pool = new library.Piscina({
      ...threads,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      recordTiming: false,
    })
    // An idle thread that dies fails no task; without a listener, its error would end the process.
    pool.on('error', error => report?.(error))
    pool.on('workerCreate', thread => started.add(thread))
    pool.on('workerDestroy', thread => started.delete(thread))
    return pool
  })

  return {
    run: async (task, options) => (await opened.load()).run(task, options),
    startedCount: () => started.size,
    close: async () => (await opened.loaded())?.destroy(),
  }
}
