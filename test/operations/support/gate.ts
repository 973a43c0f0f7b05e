/** Holds up the work of a test operation until the test lets it go on, so that no test needs to sleep. */
export interface Gate {
  /** Waits for `open`; throws as soon as the call is cancelled. */
  pass(signal: AbortSignal): Promise<void>
  /** Resolves when exactly `count` calls wait here. */
  waiting(count: number): Promise<void>
  /** Lets every waiting call go on. */
  open(): void
}

export function createGate(): Gate {
  const standing = new Set<() => void>()
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const look of watchers) look()
  }

  return {
    pass: signal =>
      new Promise((resolve, reject) => {
        const leave = (end: () => void) => {
          standing.delete(go)
          signal.removeEventListener('abort', stop)
          end()
          changed()
        }
        const go = () => leave(resolve)
        const stop = () => leave(() => reject(signal.reason))
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', stop)
        standing.add(go)
        changed()
      }),
    waiting: count =>
      new Promise(resolve => {
        const look = () => {
          if (standing.size !== count) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        look()
      }),
    open() {
      for (const go of [...standing]) go()
    },
  }
}
