import { MINUTE } from '../../base/times.ts'
import type { JobError } from './rows.ts'

/**
 * How often Winnow may end while a job, or an item of a workflow run, is in progress before it fails. An interruption does
 * not count as an attempt; but a page that crashes the process would otherwise do so for ever.
 */
export const MAX_INTERRUPTIONS = 10

const FIRST_MS = 1_000
const MAX_PAUSE_MS = 5 * MINUTE

/**
 * Returns the milliseconds until something interrupted that often runs again: others go first, since it may be the cause.
 */
export const pauseAfter = (interruptions: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_MS * 2 ** (interruptions - 1))

/** The error of an interrupted job or item, which waits again or has failed. */
export const interruptedError = (interruptions: number): JobError => ({
  code: 'interrupted',
  message: `Winnow ended ${interruptions === 1 ? 'once' : `${interruptions} times`} while this was under way.`,
  hint:
    interruptions < MAX_INTERRUPTIONS
      ? 'Nothing to do: it is retried automatically, and this does not count as an attempt.'
      : 'Its page may be the cause. Look at the page, then retry.',
  retryable: true,
})

/** The error of a job that its caller cancelled. */
export const CANCELLED = {
  code: 'cancelled',
  message: 'The job was cancelled.',
  hint: 'Retry it if you still want its result.',
  retryable: true,
} satisfies JobError
