import { setTimeout as sleep } from 'node:timers/promises'
import { RETRY_MS } from '../base/due-loop.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { Store } from '../store/open-store.ts'

/** Dependencies of the clock keeper. */
interface ClockKeeperDependencies {
  store: Pick<Store, 'clock'>
  clock: WallClock
  /** Called when the due times in the store have changed. */
  moved(): void
  report(error: unknown): void
}

const CHECK_MS = 5_000
const NOTE_MS = 60_000

/** Moves the due times in the store when the wall clock is set back, also while Winnow was not running. */
export function createClockKeeper({ store, clock, moved, report }: ClockKeeperDependencies) {
  let timers: NodeJS.Timeout[] = []
  let isStopped = false

  async function moveDueTimes(ms: number): Promise<void> {
    while (!isStopped)
      try {
        await store.clock.setBack(ms, clock.now())
        return moved()
      } catch (error) {
        report(error)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
  }

  const noteTime = () => store.clock.note(clock.now()).catch(report)

  clock.onSetBack(ms => void moveDueTimes(ms))

  return {
    /** Also checks whether the clock is behind the latest time that an earlier start has seen. */
    start(): void {
      clock.seenBefore(store.clock.seen() ?? 0)
      timers = [setInterval(clock.check, CHECK_MS).unref(), setInterval(noteTime, NOTE_MS).unref()]
    },
    async stop(): Promise<void> {
      isStopped = true
      if (!timers.length) return
      timers.forEach(clearInterval)
      await noteTime()
    },
  }
}
