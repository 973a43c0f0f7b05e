/** Why records of a file are left out: a cause, how many it holds for, and the indexes of the first. */
export interface CountedCause {
  error: string
  field?: string
  count: number
  first: number[]
}

/** Causes that are told, and records that are named of each; more causes than that are not told apart. */
const MOST_CAUSES = 20
const MOST_NAMED = 5
const MOST_HELD = 1_000

/** Counts causes, each once, however many records it holds for. */
export function countCauses() {
  const causes = new Map<string, CountedCause>()
  return {
    add(index: number, error: string, field?: string): void {
      const key = JSON.stringify([field, error])
      const cause = causes.get(key) ?? { error, ...(field !== undefined && { field }), count: 0, first: [] }
      if (causes.size < MOST_HELD) causes.set(key, cause)
      cause.count++
      if (cause.first.length < MOST_NAMED) cause.first.push(index)
    },
    /** The most frequent first. */
    list: (): CountedCause[] => [...causes.values()].sort((a, b) => b.count - a.count).slice(0, MOST_CAUSES),
  }
}
