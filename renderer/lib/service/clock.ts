/** The `Date` header of an answer has whole seconds, and the answer took a moment to arrive. */
const TOLERANCE_MS = 3_000

/** How far the clock of the service is ahead of that of this machine, which may be another one. */
let aheadMs = 0

/** Compares the clocks by the `Date` header of an answer that has just arrived. */
export function compareClocks(dateHeader: string | null): void {
  const difference = Date.parse(dateHeader ?? '') - Date.now()
  aheadMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0
}

/** Returns the time by the clock of the service, which dated all records. */
export const serviceTime = (): number => Date.now() + aheadMs
