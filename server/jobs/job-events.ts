import { setTimeout as sleep } from 'node:timers/promises'

/** A job, a batch or a workflow run that somebody watches. */
export interface WatchSource<T> {
  /** Returns its current state, or null once it no longer exists. */
  read(): Promise<T | null>
  isLast(state: T): boolean
  /** Waits for what follows its end, before the last state is sent. */
  settled?(signal: AbortSignal): Promise<void>
  /** Waits before the next read, so that changes in quick succession are sent as one. */
  pause?(signal: AbortSignal): Promise<void>
}

const STEP_MS = 25

/**
 * Returns a pause between two reads, which ends early once what is followed has ended: asking that costs much less than
 * reading its state.
 */
export const pauseBeforeEnd =
  (ms: number, hasEnded: () => Promise<boolean>) => async (signal: AbortSignal) => {
    for (let left = ms; left > 0 && !signal.aborted; left -= STEP_MS) {
      if (await hasEnded()) return
      await sleep(STEP_MS, undefined, { signal }).catch(() => undefined)
    }
  }

/** Notifies everyone who watches a job, a batch or a workflow run of its changes. The new state is read once for all of them. */
export interface JobEvents {
  changed(...ids: (string | null)[]): void
  /**
   * Yields the current state, then every change, until the last state, until `read` returns null or until the signal.
   * Changes that come faster than they are read are sent as one. Everyone who watches an id shares the reads of the first.
   */
  watch<T>(id: string, source: WatchSource<T>, signal: AbortSignal): AsyncGenerator<T, void>
}

/** The latest state of a watched id. */
interface Subject {
  state: unknown
  /** Increases with each state that differs from the previous one; 0 before the first read. */
  version: number
  /** Something has changed that has not been read yet. */
  isDue: boolean
  isReading: boolean
  isOver: boolean
  error: unknown
  /** Callbacks for the end of the current read. */
  waiting: Set<() => void>
  watchers: number
  /** Aborted when the last watcher leaves. */
  stop: AbortController
  /** Aborted when the next read must not wait. */
  pausing: AbortController
  wake: () => void
}

const newSubject = (): Subject => ({
  state: null,
  version: 0,
  isDue: true,
  isReading: false,
  isOver: false,
  error: null,
  waiting: new Set(),
  watchers: 0,
  stop: new AbortController(),
  pausing: new AbortController(),
  wake: () => undefined,
})

export function createJobEvents(): JobEvents {
  const subjects = new Map<string, Subject>()

  const forget = (id: string, subject: Subject) => {
    if (subjects.get(id) === subject) subjects.delete(id)
  }

  const join = <T>(id: string, source: WatchSource<T>): Subject => {
    const known = subjects.get(id)
    const subject = known ?? newSubject()
    subject.watchers++
    if (known) return known
    subjects.set(id, subject)
    void follow(subject, source).finally(() => forget(id, subject))
    return subject
  }

  const leave = (id: string, subject: Subject) => {
    if (--subject.watchers) return
    forget(id, subject)
    subject.stop.abort()
    subject.pausing.abort()
    subject.wake()
  }

  return {
    changed(...ids) {
      for (const id of ids) {
        const subject = id === null ? undefined : subjects.get(id)
        if (!subject) continue
        subject.isDue = true
        subject.wake()
      }
    },
    async *watch<T>(id: string, source: WatchSource<T>, signal: AbortSignal) {
      if (signal.aborted) return
      const subject = join(id, source)
      try {
        // A new watcher gets the current state, not the one from before the pause.
        if (subject.isDue) subject.pausing.abort()
        while (isBehind(subject) && !signal.aborted) await nextRead(subject, signal)
        for (let seen = 0; !signal.aborted; ) {
          if (subject.error !== null) throw subject.error
          if (subject.version > seen) {
            seen = subject.version
            yield subject.state as T
          } else if (subject.isOver) return
          else await nextRead(subject, signal)
        }
      } finally {
        leave(id, subject)
      }
    },
  }
}

const isBehind = ({ isDue, isReading, isOver }: Subject) => (isDue || isReading) && !isOver

/** Reads the state after each change, until the last state or until nobody watches. */
async function follow<T>(subject: Subject, source: WatchSource<T>): Promise<void> {
  const { read, isLast, pause, settled } = source
  const { signal } = subject.stop
  let text = ''
  try {
    while (!signal.aborted && !subject.isOver) {
      subject.isDue = false
      subject.isReading = true
      const state = await read()
      const isOver = state === null || isLast(state)
      if (isOver) await settled?.(signal)
      subject.isReading = false
      const next = JSON.stringify(state)
      if (state !== null && next !== text) {
        subject.state = state
        subject.version++
      }
      text = next
      subject.isOver = isOver
      wakeReaders(subject)
      if (!subject.isOver) await nextChange(subject, pause)
    }
  } catch (error) {
    subject.error = error
  } finally {
    subject.isOver = true
    wakeReaders(subject)
  }
}

async function nextChange(subject: Subject, pause: WatchSource<unknown>['pause']): Promise<void> {
  const { stop } = subject
  const pausing = new AbortController()
  subject.pausing = pausing
  if (!subject.isDue && !stop.signal.aborted)
    await new Promise<void>(resolve => {
      subject.wake = resolve
    })
  if (!stop.signal.aborted && !pausing.signal.aborted) await pause?.(pausing.signal)
}

function wakeReaders({ waiting }: Subject): void {
  const readers = [...waiting]
  waiting.clear()
  for (const wake of readers) wake()
}

/** Waits until the next read has ended, or until the signal. */
const nextRead = ({ waiting }: Subject, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const end = () => {
      waiting.delete(end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    waiting.add(end)
    signal.addEventListener('abort', end)
  })
