/** How often a deadline is waited for that the thread has not worked for: more is too late for who waits. */
const MOST_WAITS = 3
/** What is left is waited for at least so long. */
const LEAST_MS = 20

/** When the work of a thread is over, done or not. */
export interface WorkDeadline {
  /** Gets the number of the thread, and is notified, when the work begins. */
  begun: Int32Array
  /** Aborted once the thread has worked too long. */
  signal: AbortSignal
  /** The work is done. */
  end(): void
}

/**
 * A deadline, in milliseconds, for what a thread works from its own notice on: that it must be started first, or that a busy
 * machine has no processor for it, is not the work's fault. `cpuMs` tells how long the processor has worked for a thread.
 */
export function startWorkDeadline(
  ms: number,
  cpuMs: (threadId: number) => Promise<number | null>,
): WorkDeadline {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const workedMs = async () => (await cpuMs(begun[0]!)) ?? Number.POSITIVE_INFINITY

  function wait(from: number, leftMs: number, waits: number): void {
    if (!isOver) timer = setTimeout(() => void check(from, waits), leftMs)
  }

  async function check(from: number, waits: number): Promise<void> {
    const leftMs = waits < MOST_WAITS ? ms - ((await workedMs()) - from) : 0
    if (leftMs <= 0) stop.abort()
    else wait(from, Math.max(leftMs, LEAST_MS), waits + 1)
  }

  async function start(): Promise<void> {
    await Atomics.waitAsync(begun, 0, 0).value
    if (!isOver) wait(await workedMs(), ms, 1)
  }

  void start()
  const end = () => {
    isOver = true
    clearTimeout(timer)
    Atomics.notify(begun, 0)
  }
  return { begun, signal: stop.signal, end }
}
