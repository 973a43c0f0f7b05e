import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type { WallClock } from './wall-clock.ts'

/** What one look at the store found. */
export interface ClaimedWork<T> {
  taken: readonly T[]
  /** More may be due now. */
  isMore: boolean
}

/** A kind of work that waits in the store until it is due. */
export interface DueWork<T> {
  /** Claims work that is due at `at`, up to the free capacity. */
  claim(at: number): Promise<ClaimedWork<T>>
  /** Does one piece of work to its end. An error is reported, and the loop looks at the store again later. */
  work(one: T): Promise<unknown>
  /**
   * Returns when the first work that was not due at `at` becomes due, in milliseconds. Returns null if none waits for a
   * time or there is no capacity left.
   */
  nextDue(at: number): Promise<number | null> | number | null
  clock: Pick<WallClock, 'now' | 'check'>
  report(error: unknown): void
}

/** Claims due work, does it, and sleeps until the next is due. */
export interface DueLoop {
  start(): void
  /** Says that work may be due. Several calls within a turn of the event loop cause one look at the store. */
  wake(): void
  /** Same as `wake`, but looks at once, so that the look joins the transaction of this turn. */
  wakeNow(): void
  isLooking(): boolean
  /** Number of pieces of work in progress. */
  running(): number
  /** Stops or resumes claiming work. */
  pause(on: boolean): void
  /** Stops claiming work. Resolves after the current look at the store. */
  stop(): Promise<void>
  /** Resolves when the loop is idle: no look and no work is in progress. Resolves after `ms` at the latest, if given. */
  settled(ms?: number): Promise<void>
}

/** Longest sleep. Timers stand still while the machine sleeps, and the clock may be set. */
export const MAX_SLEEP_MS = 30_000
/** Pause before the next look after the store could not be read or written, or work failed. */
export const RETRY_MS = 1_000

export function createDueLoop<T>({ claim, work, nextDue, clock, report }: DueWork<T>): DueLoop {
  const inProgress = new Set<Promise<void>>()
  let isRunning = false
  let isPaused = false
  let isWoken = false
  let currentLook: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  /** When to look again after a failure, even if the loop is woken in between. */
  let retryAt: number | null = null

  const mayLook = () => isRunning && !isPaused

  function wake() {
    if (!isWoken && !currentLook && mayLook()) setImmediate(lookNow)
    isWoken = true
  }

  function lookSoon() {
    isWoken = true
    setImmediate(lookNow)
  }

  function lookNow() {
    if (!isWoken || currentLook || !mayLook()) return
    currentLook = lookAtAll().finally(() => {
      currentLook = null
      if (isWoken && mayLook()) setImmediate(lookNow)
    })
  }

  async function lookAtAll(): Promise<void> {
    try {
      let at = clock.now()
      while (isWoken && mayLook()) {
        isWoken = false
        clock.check()
        at = clock.now()
        if (retryAt !== null && at >= retryAt) retryAt = null
        if (await claimDue(at)) await breathe()
      }
      if (mayLook()) sleepUntil(await nextDue(at))
    } catch (error) {
      report(error)
      retryLater()
    }
  }

  /** Claims and starts due work. Returns true if there may be more. */
  async function claimDue(at: number): Promise<boolean> {
    const { taken, isMore } = await claim(at)
    for (const piece of taken) startWork(piece)
    if (isMore) isWoken = true
    return isMore
  }

  function startWork(piece: T) {
    const promise: Promise<void> = work(piece)
      .then(() => wake, reportAndRetry)
      .then(next => {
        inProgress.delete(promise)
        next()
      })
    inProgress.add(promise)
  }

  function reportAndRetry(error: unknown) {
    report(error)
    return retryLater
  }

  function retryLater() {
    retryAt ??= clock.now() + RETRY_MS
    sleepUntil(retryAt)
  }

  function sleepUntil(due: number | null) {
    clearTimeout(timer)
    const at = Math.min(due ?? Number.POSITIVE_INFINITY, retryAt ?? Number.POSITIVE_INFINITY)
    if (at === Number.POSITIVE_INFINITY || !isRunning) return
    const ms = Math.min(Math.max(at - clock.now(), 1), MAX_SLEEP_MS)
    timer = setTimeout(wake, ms).unref()
  }

  return {
    start() {
      isRunning = true
      lookSoon()
    },
    wake,
    wakeNow() {
      isWoken = true
      lookNow()
    },
    isLooking: () => currentLook !== null,
    running: () => inProgress.size,
    pause(on) {
      isPaused = on
      if (!on) lookSoon()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await currentLook
    },
    async settled(ms) {
      const timeout = ms === undefined ? [] : [sleep(ms, 'late', { ref: false })]
      const isBusy = () => currentLook !== null || inProgress.size > 0 || (isWoken && mayLook())
      const nextStep = () => Promise.all([currentLook, ...inProgress, breathe()])
      while (isBusy() && (await Promise.race([nextStep(), ...timeout])) !== 'late');
    },
  }
}
