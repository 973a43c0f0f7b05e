import type { Clock } from '../politeness/clock.ts'
import { createHostLine } from '../politeness/host-line.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { noPlace } from './browser-errors.ts'

/** Keeps the place until this is done, which the answer does not wait for. */
export type Afterwards = (done: Promise<unknown>) => void

/** Where calls wait for the browser. */
interface Lines {
  /**
   * Does the work once there is a place for it. When the signal fires it is waited for no more, though its place is
   * free only once it is over, with what the work has handed to `afterwards`. Throws `timeout`, or the signal's reason.
   */
  inTurn<T>(
    profile: string | undefined,
    signal: AbortSignal,
    work: (afterwards: Afterwards) => Promise<T>,
  ): Promise<T>
  /** Does the work when nobody uses the profile. */
  alone<T>(profile: string, work: () => Promise<T>): Promise<T>
}

const NEVER = new AbortController().signal

/** `pages` are open at a time. Calls of one profile share its cookies and its proxy, so each has it alone. */
export function createLines(pages: () => number, clock: Clock): Lines {
  const places = createHostLine(() => ({ hostConcurrency: pages(), hostSpacingMs: 0 }), clock)
  const profiles = createHostLine(() => ({ hostConcurrency: 1, hostSpacingMs: 0 }), clock)

  const enter = async (profile: string | undefined, signal: AbortSignal) => {
    const leaveProfile = profile === undefined ? () => undefined : await profiles.enter(profile, signal)
    try {
      const leavePlace = await places.enter('', signal)
      return () => {
        leavePlace()
        leaveProfile()
      }
    } catch (reason) {
      leaveProfile()
      throw reason
    }
  }

  return {
    async inTurn(profile, signal, work) {
      const leave = await enter(profile, signal).catch(reason => {
        throw reason.name === 'TimeoutError' ? noPlace(profile) : reason
      })
      const after: Promise<unknown>[] = []
      const working = work(done => after.push(done))
      const emptied = () => Promise.allSettled(after).then(leave)
      working.then(emptied, emptied)
      return unlessAborted(working, signal)
    },
    async alone(profile, work) {
      const leave = await profiles.enter(profile, NEVER)
      return work().finally(leave)
    },
  }
}
