import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type { WallClock } from './wall-clock.ts'

/** What a look at the store found. */
export interface Claimed<T> {
  taken: readonly T[]
  /** There may be more that is due now. */
  isMore: boolean
}

/** A kind of work that waits in the store until it is due. */
export interface DueWork<T> {
  /** Takes some of what is due at `at`, as much as there is room for. */
  claim(at: number): Promise<Claimed<T>>
  /** Works on one of these to its end. What it throws is reported, and another look follows. */
  work(one: T): Promise<unknown>
  /** When the first is due that was not due at `at`, in milliseconds; null where none waits for a time, or no room is left. */
  nextDue(at: number): Promise<number | null> | number | null
  clock: Pick<WallClock, 'now' | 'check'>
  report(error: unknown): void
}

/** Takes up what is due, works on it, and sleeps until the next is. */
export interface DueLoop {
  start(): void
  /** Something may be due: one look for all that happens in a turn of the event loop. */
  wake(): void
  /** The same at once, so that the look joins the transaction of this turn. */
  wakeNow(): void
  isLooking(): boolean
  /** How many it works on. */
  running(): number
  /** Takes up nothing, or goes on. */
  pause(on: boolean): void
  /** Takes up nothing more; resolves after the look that is under way. */
  stop(): Promise<void>
  /** Resolves once it neither looks nor works on anything, at the latest after `ms` where that is given. */
  settled(ms?: number): Promise<void>
}

/** No timer runs while the machine sleeps, and the clock may be set. */
export const LONGEST_SLEEP_MS = 30_000
/** Where the store could not be read or written. */
export const RETRY_MS = 1_000

export function createDueLoop<T>({ claim, work, nextDue, clock, report }: DueWork<T>): DueLoop {
  const underWay = new Set<Promise<void>>()
  let isRunning = false
  let isPaused = false
  let isWanted = false
  let look: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  /** When to look again after a failure, whatever happens in between. */
  let retryAt: number | null = null

  const mayLook = () => isRunning && !isPaused

  function wake() {
    if (!isWanted && !look && mayLook()) setImmediate(lookNow)
    isWanted = true
  }

  function begin() {
    isWanted = true
    setImmediate(lookNow)
  }

  function lookNow() {
    if (!isWanted || look || !mayLook()) return
    look = lookAtAll().finally(() => {
      look = null
      if (isWanted && mayLook()) setImmediate(lookNow)
    })
  }

  async function lookAtAll(): Promise<void> {
    try {
      let at = clock.now()
      while (isWanted && mayLook()) {
        isWanted = false
        clock.check()
        at = clock.now()
        if (retryAt !== null && at >= retryAt) retryAt = null
        if (await takeUp(at)) await breathe()
      }
      if (mayLook()) sleepUntil(await nextDue(at))
    } catch (error) {
      report(error)
      retryLater()
    }
  }

  /** True where there may be more. */
  async function takeUp(at: number): Promise<boolean> {
    const { taken, isMore } = await claim(at)
    for (const one of taken) workOn(one)
    if (isMore) isWanted = true
    return isMore
  }

  function workOn(one: T) {
    const working: Promise<void> = work(one)
      .then(() => wake, reportAndRetry)
      .then(goOn => {
        underWay.delete(working)
        goOn()
      })
    underWay.add(working)
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
    const ms = Math.min(Math.max(at - clock.now(), 1), LONGEST_SLEEP_MS)
    timer = setTimeout(wake, ms).unref()
  }

  return {
    start() {
      isRunning = true
      begin()
    },
    wake,
    wakeNow() {
      isWanted = true
      lookNow()
    },
    isLooking: () => look !== null,
    running: () => underWay.size,
    pause(on) {
      isPaused = on
      if (!on) begin()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await look
    },
    async settled(ms) {
      const late = ms === undefined ? [] : [sleep(ms, 'late', { ref: false })]
      const isAtWork = () => look !== null || underWay.size > 0 || (isWanted && mayLook())
      const step = () => Promise.all([look, ...underWay, breathe()])
      while (isAtWork() && (await Promise.race([step(), ...late])) !== 'late');
    },
  }
}
