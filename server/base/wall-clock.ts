/** The wall clock decides what is due, but users and networks can set it. A monotonic clock shows when they do. */
export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds of a monotonic clock. It stands still while the machine sleeps. */
  steady(): number
  /**
   * Detects whether the wall clock was set back since the last check. A step forward needs no action: a machine that slept
   * looks the same, and what became due meanwhile is due.
   */
  check(): void
  /** Takes the last time that an earlier process saw: the clock may have been set back in between. */
  seenBefore(at: number): void
  /** Calls `listener` with the milliseconds by which the clock was set back. */
  onSetBack(listener: (ms: number) => void): void
}

/** Smaller steps are normal clock corrections. */
const SET_BACK_MS = 2_000

export function createWallClock(
  now: () => number = Date.now,
  steady: () => number = () => performance.now(),
): WallClock {
  const listeners: ((ms: number) => void)[] = []
  let lastSeen = { wall: now(), steady: steady() }

  function notifySetBack(ms: number) {
    if (ms > SET_BACK_MS) for (const listener of listeners) listener(ms)
  }

  return {
    now,
    steady,
    check() {
      const [wall, steadyNow] = [now(), steady()]
      const setBackBy = steadyNow - lastSeen.steady - (wall - lastSeen.wall)
      lastSeen = { wall, steady: steadyNow }
      notifySetBack(Math.round(setBackBy))
    },
    seenBefore: at => notifySetBack(at - now()),
    onSetBack: listener => void listeners.push(listener),
  }
}
