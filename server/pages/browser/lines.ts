import { unlessAborted } from '../fetch/unless-aborted.ts'
import type { Clock } from '../politeness/clock.ts'
import { createHostQueues } from '../politeness/host-line.ts'
import { browserQueueTimeout } from './browser-errors.ts'

/** Holds the slot until the promise settles. The caller's answer does not wait for it. */
export type HoldSlot = (done: Promise<unknown>) => void

/** The queues in which calls wait for the browser. */
interface BrowserQueues {
  /**
   * Runs `work` when a slot is free. If the signal aborts, the call returns at once, but the slot stays taken until the
   * work and everything that it passed to `holdSlot` has ended. Throws `timeout`, or the reason of the signal.
   */
  inTurn<T>(
    profile: string | undefined,
    signal: AbortSignal,
    work: (holdSlot: HoldSlot) => Promise<T>,
  ): Promise<T>
  /** Runs `work` while no other call uses the profile. */
  alone<T>(profile: string, work: () => Promise<T>): Promise<T>
}

const NEVER = new AbortController().signal

/**
 * Up to `pages` pages are open at once. Calls with the same profile share its cookies and proxy, so they run one at a time.
 */
export function createBrowserQueues(pages: () => number, clock: Clock): BrowserQueues {
  const slots = createHostQueues(() => ({ hostConcurrency: pages(), hostSpacingMs: 0 }), clock)
  const profiles = createHostQueues(() => ({ hostConcurrency: 1, hostSpacingMs: 0 }), clock)

  const enter = async (profile: string | undefined, signal: AbortSignal) => {
    const leaveProfile = profile === undefined ? () => undefined : await profiles.enter(profile, signal)
    try {
      const leaveSlot = await slots.enter('', signal)
      return () => {
        leaveSlot()
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
        throw reason.name === 'TimeoutError' ? browserQueueTimeout(profile) : reason
      })
      const held: Promise<unknown>[] = []
      const result = work(done => held.push(done))
      const leaveWhenDone = () => Promise.allSettled(held).then(leave)
      result.then(leaveWhenDone, leaveWhenDone)
      return unlessAborted(result, signal)
    },
    async alone(profile, work) {
      const leave = await profiles.enter(profile, NEVER)
      return work().finally(leave)
    },
  }
}
