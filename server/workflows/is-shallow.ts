/** Maximum depth of nested values. Recursive functions cannot handle deeper ones. */
export const MAX_DEPTH = 64

/**
 * Whether a value is nested at most `MAX_DEPTH` deep. It does not recurse, because a value that is too deep would overflow
 * the stack.
 */
export function isShallow(value: unknown): boolean {
  let level = [value].filter(isParent)
  for (let depth = 0; level.length; depth++) {
    const below = level.map(part => Object.values(part)).filter(({ length }) => length > 0)
    if (depth === MAX_DEPTH && below.length) return false
    level = below.flatMap(values => values.filter(isParent))
  }
  return true
}

/** Whether a JSON value holds others: an object or a list. */
export const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
