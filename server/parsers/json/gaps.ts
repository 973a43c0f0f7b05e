import type { Json } from '../parser-schema.ts'

/**
 * Objects and lists of scripts that are incomplete, and the spread that is missing. Its value is known only when the script
 * runs.
 */
const gaps = new WeakMap<object, string>()
/** Incomplete values, and those that contain them. */
const holders = new WeakSet<object>()

/** Marks a value as incomplete, because what it spreads (`...base`) is unknown. */
export function noteGap(value: object, spread: string): void {
  gaps.set(value, spread)
  holders.add(value)
}

/** Returns the spread that a value itself lacks; undefined if it is complete, or if only a nested value is incomplete. */
export const gapOf = (value: Json | undefined): string | undefined =>
  typeof value === 'object' && value !== null ? gaps.get(value) : undefined

/** Whether a value, or a value inside it, lacks a spread. */
export const holdsGap = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && holders.has(value)

/** Says why a value that lacks a spread is null. */
export const explainGap = (spread: string): string =>
  `it holds ${spread}, which has no value before the script is run`

/**
 * Marks the values that contain incomplete ones, and returns whether the whole value does. It is at most 1,000 levels deep,
 * and has no cycles.
 */
export function noteHolders(value: Json, seen = new Set<object>()): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return holdsGap(value)
  seen.add(value)
  for (const child of Object.values(value)) if (noteHolders(child, seen)) holders.add(value)
  return holders.has(value)
}

/** Replaces all values that lack a spread by null, like everything else that is known only when the script runs. */
export function withoutGaps(value: Json): Json {
  if (typeof value !== 'object' || value === null || !holders.has(value)) return value
  if (gaps.has(value)) return null
  if (Array.isArray(value)) return value.map(withoutGaps)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutGaps(child)]))
}
