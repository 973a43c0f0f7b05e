/** Deeper values would be too deep for what walks through them. */
export const MAX_DEPTH = 64

/** Whether a value is nested no deeper than that; without recursion, which a value that is would end. */
export function isShallow(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_DEPTH) return false
    level = level.flatMap(part => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  }
  return true
}
