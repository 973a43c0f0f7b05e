/** Jobs whose numbers follow one another and that are alike: one statement finds all of them. */
export interface Span<Job> {
  first: Job
  last: Job
}

/** Puts jobs together that stand next to each other in a list, where their numbers follow and `isAlike` says so. */
export function spansOf<Job extends { seq: number }>(
  jobs: readonly Job[],
  isAlike: (one: Job, other: Job) => boolean,
): Span<Job>[] {
  const spans: Span<Job>[] = []
  for (const job of jobs) {
    const span = spans.at(-1)
    if (span && job.seq === span.last.seq + 1 && isAlike(job, span.last)) span.last = job
    else spans.push({ first: job, last: job })
  }
  return spans
}
