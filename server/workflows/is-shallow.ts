/** Maximum depth of nested values. Recursive functions cannot handle deeper ones. */
export const MAX_DEPTH = 64

/**
 * Whether a value is nested at most `MAX_DEPTH` deep. It does not recurse, because a value that is too deep would overflow
 * the stack.
 */
export function isShallow(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_DEPTH) return false
    level = level.flatMap(part => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  }
  return true
}
