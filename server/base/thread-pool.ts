import type { MessagePort, ResourceLimits } from 'node:worker_threads'
import { once } from './once.ts'

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
  let size = () => 0
  let isUsed = false

  const open = once(async () => {
    isUsed = true
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      ...threads,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      recordTiming: false,
    })
    // A thread that dies while it has nothing to do is no one's failure; without a listener it would end the process.
    pool.on('error', error => report?.(error))
    size = () => pool.threads.length
    return pool
  })

  return {
    run: async (task, sending) => (await open()).run(task, sending),
    size: () => size(),
    async close() {
      if (isUsed) await (await open()).destroy()
    },
  }
}
