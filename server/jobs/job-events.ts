/** Tells who watches a job or a batch that something about it has changed. What it is, the watcher reads from the store. */
export interface JobEvents {
  changed(...ids: (string | null)[]): void
  /**
   * The present state, then every change, until `isLast` or the signal; ends where `read` finds nothing any more.
   * Changes that come faster than they are read are told as one.
   */
  watch<T>(
    id: string,
    read: () => Promise<T | null>,
    isLast: (state: T) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<T, void>
}

interface Watcher {
  isDue: boolean
  wake: () => void
}

export function createJobEvents(): JobEvents {
  const watchers = new Map<string, Set<Watcher>>()

  const join = (id: string): Watcher => {
    const watcher: Watcher = { isDue: true, wake: () => undefined }
    const others = watchers.get(id) ?? new Set()
    watchers.set(id, others.add(watcher))
    return watcher
  }

  const leave = (id: string, watcher: Watcher) => {
    const others = watchers.get(id)
    others?.delete(watcher)
    if (!others?.size) watchers.delete(id)
  }

  const due = (watcher: Watcher) =>
    watcher.isDue ? Promise.resolve() : new Promise<void>(resolve => (watcher.wake = resolve))

  return {
    changed(...ids) {
      for (const id of ids)
        for (const watcher of (id !== null && watchers.get(id)) || []) {
          watcher.isDue = true
          watcher.wake()
        }
    },
    async *watch(id, read, isLast, signal) {
      const watcher = join(id)
      const end = () => watcher.wake()
      signal.addEventListener('abort', end)
      try {
        let told = ''
        while (!signal.aborted) {
          watcher.isDue = false
          const state = await read()
          if (state === null) return
          const text = JSON.stringify(state)
          if (text !== told) yield state
          told = text
          if (isLast(state)) return
          if (!signal.aborted) await due(watcher)
        }
      } finally {
        signal.removeEventListener('abort', end)
        leave(id, watcher)
      }
    },
  }
}
