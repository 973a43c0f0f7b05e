/**
 * Access to JSON that may be damaged or of another shape: every function returns undefined, null or [] if it finds nothing.
 */

/** Returns the value of a key, which may contain dots, or undefined if it is missing. */
export const getOwn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

/** Returns the value at a dotted path (`tabs.0.title`), or undefined if a step is missing. */
export const at = (value: unknown, path: string): unknown => path.split('.').reduce(getOwn, value)

/** Returns the string at a dotted path, or null. */
export const stringAt = (value: unknown, path: string): string | null => {
  const found = at(value, path)
  return typeof found === 'string' ? found : null
}

/** Returns the safe integer at a dotted path, or null. */
export const integerAt = (value: unknown, path: string): number | null => {
  const found = at(value, path)
  return Number.isSafeInteger(found) ? (found as number) : null
}

/** Returns the id at a dotted path. A number too large for JSON to keep exactly becomes null. */
export function idAt(value: unknown, path: string): string | null {
  const text = stringAt(value, path) ?? String(integerAt(value, path))
  return /^[1-9]\d*$/.test(text) ? text : null
}

/** In milliseconds, 3 March 1973; in seconds, the year 5138. */
const MIN_MILLISECONDS = 1e11

/**
 * Returns the time at a dotted path in seconds since 1970. It may be in seconds or milliseconds, a number or digits. Anything
 * else is null, as are 0 and -1, which mean "not known".
 */
export function secondsAt(value: unknown, path: string): number | null {
  const time = Number(idAt(value, path) ?? Number.NaN)
  if (time < MIN_MILLISECONDS) return time
  return time < 1_000 * MIN_MILLISECONDS ? Math.floor(time / 1_000) : null
}

/** Returns the finite number at a dotted path, or null. */
export const numberAt = (value: unknown, path: string): number | null => {
  const found = at(value, path)
  return Number.isFinite(found) ? (found as number) : null
}

/** Returns the boolean at a dotted path, or null. */
export const booleanAt = (value: unknown, path: string): boolean | null => {
  const found = at(value, path)
  return typeof found === 'boolean' ? found : null
}

/** Returns the list at a dotted path, or []. */
export const listAt = (value: unknown, path: string): unknown[] => {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** Yields every value below `root` whose key equals or matches `key`, in document order. */
export function* findAll(root: unknown, key: string | RegExp): Generator<unknown> {
  if (typeof key === 'string') for (const holder of holdersOf(root, key)) yield getOwn(holder, key)
  else
    for (const node of objectsIn(root))
      for (const [name, value] of Object.entries(node)) if (key.test(name)) yield value
}

/** Returns the first value below `root` with this key, or undefined. */
export const find = (root: unknown, key: string): unknown => findAll(root, key).next().value

/** Yields every object below `root` that has `key`, in document order. */
export function* holdersOf(root: unknown, key: string): Generator<object> {
  for (const node of objectsIn(root)) if (Object.hasOwn(node, key)) yield node
}

/** Iterative, so that deep nesting cannot overflow the stack. */
function* objectsIn(root: unknown): Generator<object> {
  const stack = [root]
  while (stack.length > 0) {
    const node = stack.pop()
    if (typeof node !== 'object' || node === null) continue
    yield node
    for (const child of Object.values(node).reverse()) stack.push(child)
  }
}
