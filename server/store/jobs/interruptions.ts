import { MINUTE } from '../../base/times.ts'
import type { JobError } from './rows.ts'

/**
 * So often may Winnow end while a job, or an item of a run, is under way. That is nobody's fault, and no attempt; but a page
 * that ends the process itself would do so for ever.
 */
export const MAX_INTERRUPTIONS = 10

const FIRST_MS = 1_000
const LONGEST_MS = 5 * MINUTE

/** Milliseconds until what was interrupted so many times has its turn again: others come first, and it may be the cause. */
export const pauseAfter = (interruptions: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (interruptions - 1))

/** Why it waits again, or has failed. */
export const interrupted = (interruptions: number): JobError => ({
  code: 'interrupted',
  message: `Winnow ended ${interruptions === 1 ? 'once' : `${interruptions} times`} while this was under way.`,
  hint:
    interruptions < MAX_INTERRUPTIONS
      ? 'Nothing to do: it is retried automatically, and this does not count as an attempt.'
      : 'Its page may be the cause. Look at the page, then retry.',
  retryable: true,
})

/** Of a job that its caller no longer wants. */
export const CANCELLED = {
  code: 'cancelled',
  message: 'The job was cancelled.',
  hint: 'Retry it if you still want its result.',
  retryable: true,
} satisfies JobError
