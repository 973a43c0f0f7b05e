import { setTimeout as sleep } from 'node:timers/promises'
import { RETRY_MS } from '../base/due-loop.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { Store } from '../store/open-store.ts'

/** What keeping the clock stands on. */
export interface ClockKeeperParts {
  store: Pick<Store, 'clock'>
  clock: WallClock
  /** What waits in the store is due at another time than it was. */
  moved(): void
  report(error: unknown): void
}

const CHECK_MS = 5_000
const NOTE_MS = 60_000

/** Moves what waits in the store whenever the wall clock is set back, also while Winnow was off. */
export function createClockKeeper({ store, clock, moved, report }: ClockKeeperParts) {
  let timers: NodeJS.Timeout[] = []
  let isStopped = false

  async function move(ms: number): Promise<void> {
    while (!isStopped)
      try {
        await store.clock.setBack(ms, clock.now())
        return moved()
      } catch (error) {
        report(error)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
  }

  const note = () => store.clock.note(clock.now()).catch(report)

  clock.onSetBack(ms => void move(ms))

  return {
    /** Looks at once whether the clock stands before what an earlier start has seen. */
    start(): void {
      clock.seenBefore(store.clock.seen() ?? 0)
      timers = [setInterval(clock.check, CHECK_MS).unref(), setInterval(note, NOTE_MS).unref()]
    },
    async stop(): Promise<void> {
      isStopped = true
      if (!timers.length) return
      timers.forEach(clearInterval)
      await note()
    },
  }
}
