import type { Json } from '../parser-schema.ts'

/** What objects and lists of scripts lack: a spread that only running the script would tell. */
const gaps = new WeakMap<object, string>()
/** These, and what holds them. */
const holders = new WeakSet<object>()

/** Notes that a value is incomplete, because what it spreads (`...base`) is not known. */
export function noteGap(value: object, spread: string): void {
  gaps.set(value, spread)
  holders.add(value)
}

/** The spread that a value lacks; undefined where it is whole, or only lacks one further inside. */
export const gapOf = (value: Json | undefined): string | undefined =>
  typeof value === 'object' && value !== null ? gaps.get(value) : undefined

/** Whether a value, or one in it, lacks a spread. */
export const holdsGap = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && holders.has(value)

/** Why a value that lacks a spread is null. */
export const whyNotWhole = (spread: string): string =>
  `it holds ${spread}, which has no value before the script is run`

/**
 * Notes which values hold others that lack a spread, and returns whether the whole value does. It is at most 1,000 levels deep,
 * and does not hold itself.
 */
export function noteHolders(value: Json, seen = new Set<object>()): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return holdsGap(value)
  seen.add(value)
  for (const child of Object.values(value)) if (noteHolders(child, seen)) holders.add(value)
  return holders.has(value)
}

/** A value with null for all that lacks a spread, as for all else that only running a script would tell. */
export function withoutGaps(value: Json): Json {
  if (typeof value !== 'object' || value === null || !holders.has(value)) return value
  if (gaps.has(value)) return null
  if (Array.isArray(value)) return value.map(withoutGaps)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutGaps(child)]))
}
