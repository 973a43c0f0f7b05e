/** What waits for a time stands by the wall clock, which users and networks set; a steady clock shows when they do. */
export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds of a clock that nobody sets. It stands still while the machine sleeps. */
  steady(): number
  /**
   * Looks whether the wall clock was set back since the last look. A step forward is nothing to mend: a machine that slept
   * looks the same, and what became due meanwhile is due.
   */
  check(): void
  /** The time that an earlier process saw last: the clock may have been set back in between. */
  seenBefore(at: number): void
  /** Calls `listener` with the milliseconds by which the clock was set back. */
  onSetBack(listener: (ms: number) => void): void
}

/** The clock is corrected by less than this all the time. */
const SET_BACK_MS = 2_000

export function createWallClock(
  now: () => number = Date.now,
  steady: () => number = () => performance.now(),
): WallClock {
  const listeners: ((ms: number) => void)[] = []
  let seen = { wall: now(), steady: steady() }

  function notifySetBack(ms: number) {
    if (ms > SET_BACK_MS) for (const listener of listeners) listener(ms)
  }

  return {
    now,
    steady,
    check() {
      const [wall, even] = [now(), steady()]
      const ahead = even - seen.steady - (wall - seen.wall)
      seen = { wall, steady: even }
      notifySetBack(Math.round(ahead))
    },
    seenBefore: at => notifySetBack(at - now()),
    onSetBack: listener => void listeners.push(listener),
  }
}
