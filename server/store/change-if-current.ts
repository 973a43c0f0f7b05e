/**
 * Changes a record. Returns null if it is absent, 'stale' if its version is not `expected`; without `expected`, any version is
 * changed.
 */
export function changeIfCurrent<R extends { version: number }, T>(
  record: R | null | undefined,
  expected: number | undefined,
  change: (record: R) => T,
): T | null | 'stale' {
  if (!record) return null
  return expected !== undefined && expected !== record.version ? 'stale' : change(record)
}

/** Conditions of a change: the version of the record, and a check that may throw, in the same transaction. */
export interface ChangeTerms {
  expected?: number | undefined
  check?(): void
}

/** Removes a record. Returns false if it is absent, 'stale' if its version is not `expected`. */
export function removeIfCurrent<R extends { version: number }>(
  record: R | null | undefined,
  { expected, check }: ChangeTerms,
  remove: (record: R) => void,
): boolean | 'stale' {
  const outcome = changeIfCurrent(record, expected, current => {
    check?.()
    remove(current)
    return true
  })
  return outcome ?? false
}
