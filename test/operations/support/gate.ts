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
  const releases = new Set<() => void>()
  const watchers = new Set<() => void>()
  const notifyWatchers = () => {
    for (const check of watchers) check()
  }

  return {
    pass: signal =>
      new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          releases.delete(release)
          signal.removeEventListener('abort', cancel)
          end()
          notifyWatchers()
        }
        const release = () => settle(resolve)
        const cancel = () => settle(() => reject(signal.reason))
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', cancel)
        releases.add(release)
        notifyWatchers()
      }),
    waiting: count =>
      new Promise(resolve => {
        const check = () => {
          if (releases.size !== count) return
          watchers.delete(check)
          resolve()
        }
        watchers.add(check)
        check()
      }),
    open() {
      for (const release of [...releases]) release()
    },
  }
}
