/** Jobs that are alike and have consecutive numbers, so that one statement reaches all of them. */
export interface Span<Job> {
  first: Job
  last: Job
}

/** Groups neighbouring jobs of a list whose numbers are consecutive and which `isAlike` accepts. */
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
