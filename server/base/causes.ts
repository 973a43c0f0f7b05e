/** A reason for leaving out records of a file, the number of records it applies to, and the indexes of the first ones. */
export interface CountedCause {
  error: string
  field?: string
  count: number
  first: number[]
}

/** At most 20 causes are listed, with at most 5 records each. Beyond 1,000 different causes, new ones are not counted. */
const MAX_CAUSES = 20
const MAX_NAMED = 5
const MAX_HELD = 1_000

/** Counts each distinct cause, with the records that it applies to. */
export function countCauses() {
  const causes = new Map<string, CountedCause>()
  return {
    add(index: number, error: string, field?: string): void {
      const key = JSON.stringify([field, error])
      const cause = causes.get(key) ?? { error, ...(field !== undefined && { field }), count: 0, first: [] }
      if (causes.size < MAX_HELD) causes.set(key, cause)
      cause.count++
      if (cause.first.length < MAX_NAMED) cause.first.push(index)
    },
    /** Returns the causes, the most frequent first. */
    list: (): CountedCause[] => [...causes.values()].sort((a, b) => b.count - a.count).slice(0, MAX_CAUSES),
  }
}
