import { isObject } from '../../base/is-object.ts'
import { cutText } from '../../base/text/cut-text.ts'
import { type Cut, clipped, MAX_CLIPPED_CHARS } from './clipped.ts'

/** A result as it is shown, and where it was cut. */
export interface FittedResult {
  value: Record<string, unknown>
  /** `value` as JSON. */
  json: string
  cuts: Cut[]
}

type Node = Record<string, unknown>

/** A list or text in a result, and the length of its JSON. */
interface ResultPart {
  path: string
  holder: Node
  name: string
  size: number
}

/** Characters of the note on a cut, which says how to read on. */
export const NOTE_CHARS = 200
/** Characters reserved for the notes on the first few cuts. */
export const NOTES_RESERVE = 1_000

/** Characters of a list or text that are looked at: many times those that are shown. */
const MAX_VIEWED_CHARS = 262_144

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

/** Returns the length of a value's JSON, or some number above `most` as soon as it is longer. */
export function sizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string' && value.length > most) return value.length
  if (typeof value !== 'object' || value === null) return sizeOf(value)
  const isList = Array.isArray(value)
  let size = '{}'.length
  for (const [name, inner] of Object.entries(value)) {
    if (size > most) return size
    if (inner === undefined && !isList) continue
    const comma = size > '{}'.length ? ','.length : 0
    size += comma + (isList ? 0 : sizeOf(name) + ':'.length) + sizeUpTo(inner, most - size)
  }
  return size
}

/** Characters that a number, true, false or null is taken to have. */
const PLAIN_CHARS = 6

/** Estimates the length of a value's JSON without writing any of it; gives up above `most`. */
export function roughSizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return PLAIN_CHARS
  let size = 0
  if (Array.isArray(value))
    for (const item of value) {
      if (size > most) return size
      size += roughSizeUpTo(item, most - size)
    }
  else
    for (const name of Object.keys(value)) {
      if (size > most) return size
      size += name.length + roughSizeUpTo((value as Node)[name], most - size)
    }
  return size
}

/**
 * Returns a large result without the ends of lists and texts of which only the beginning can be shown, so that the rest need
 * not be written out. `cuts` gets what was cut.
 */
export function shortened(node: Node, cuts: Cut[], prefix = ''): Node {
  const short = (value: unknown, path: string): unknown => {
    if (isObject<Node>(value)) return shortened(value, cuts, `${path}.`)
    if (!Array.isArray(value) && typeof value !== 'string') return value
    if (sizeUpTo(value, MAX_VIEWED_CHARS) <= MAX_VIEWED_CHARS) return value
    const inItem: Cut[] = []
    const start = Array.isArray(value)
      ? firstItems(value, MAX_VIEWED_CHARS, path, inItem)
      : cutText(value, MAX_VIEWED_CHARS)
    if (start.length < value.length) cuts.push({ path, returned: start.length, total: value.length })
    cuts.push(...inItem)
    return start
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, short(value, prefix + name)]))
}

/** Returns all lists and texts that are neither empty nor part of an item of a list. */
function partsOf(node: Node, prefix = ''): ResultPart[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const path = prefix + name
    if (isObject<Node>(value)) return partsOf(value, `${path}.`)
    return (Array.isArray(value) || typeof value === 'string') && value.length > 0
      ? [{ path, holder: node, name, size: sizeOf(value) }]
      : []
  })
}

/** Copies objects, so that cutting does not change the result itself. */
const copied = (node: Node): Node =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, isObject<Node>(value) ? copied(value) : value]),
  )

/** Returns how many items the longest beginning of a list has whose JSON has at most `size` characters. */
function itemsWithin(list: readonly unknown[], size: number): number {
  let left = size - '[]'.length
  const end = list.findIndex((item, at) => {
    left -= sizeUpTo(item, left) + (at ? ','.length : 0)
    return left < 0
  })
  return end < 0 ? list.length : end
}

/**
 * Returns the longest beginning of a list whose JSON has at most `size` characters; if it has no item, a clipped one, whose cuts
 * `cuts` gets.
 */
function firstItems(list: unknown[], size: number, path: string, cuts: Cut[]): unknown[] {
  const count = itemsWithin(list, size)
  return count === 0 ? [clipped(list[0], `${path}.0`, cuts)] : list.slice(0, count)
}

/** The same for the characters of a text, each of which takes at least one in JSON. */
function charactersWithin(text: string, size: number): number {
  let [low, high] = [0, Math.min(text.length, Math.max(0, size))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sizeOf(text.slice(0, middle)) <= size) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the longest beginning of a list or text whose JSON has at most `size` characters. The result is never empty. */
function beginning(value: unknown[] | string, size: number, path: string, cuts: Cut[]): unknown[] | string {
  if (typeof value === 'string')
    return cutText(value, Math.max(charactersWithin(value, size), MAX_CLIPPED_CHARS))
  return firstItems(value, size, path, cuts)
}

/** The size of a result in characters of JSON, and how much of it may be shown: items of each list, and characters. */
interface FitOptions {
  size: number
  /** Where the result was cut before. */
  cuts: readonly Cut[]
  limit: number | undefined
  budget: number
}

/** Returns the size above which parts are cut, so that all fit into `room`: small parts stay whole, large ones share the rest. */
export function fairSize(sizes: readonly number[], room: number): number {
  let left = room
  for (const [at, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - at))
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

/** The same for parts of a result in which `left` characters are left, with room for the notes on those that are cut. */
function mostOf(sizes: readonly number[], left: number): number {
  const room = left + sizes.reduce((a, b) => a + b, 0)
  const most = fairSize(sizes, room)
  const notes = sizes.filter(size => size > most).length * NOTE_CHARS
  return notes > NOTES_RESERVE ? fairSize(sizes, room + NOTES_RESERVE - notes) : most
}

/**
 * Fits a result into a budget of characters by leaving out whole items at the end of its longest lists, then the ends of its
 * longest texts. What remains is valid JSON, with room for notes on the omissions. Lists keep at most `limit` items.
 * `size` is the size of the result: large results are slow to write out, so that it is not computed again.
 */
export function fitted(result: Node, { size, limit, budget, ...before }: FitOptions): FittedResult {
  const value = copied(result)
  const cuts = new Map(before.cuts.map(cut => [cut.path, cut]))
  let total = size
  const cut = (part: ResultPart, shorter: unknown[] | string) => {
    const { path, holder, name } = part
    const before = holder[name] as unknown[] | string
    const whole = cuts.get(path)?.total ?? before.length
    if (shorter.length < before.length) cuts.set(path, { path, returned: shorter.length, total: whole })
    holder[name] = shorter
    const left = sizeOf(shorter)
    total -= part.size - left
    part.size = left
  }

  const parts = partsOf(value)
  for (const part of parts) {
    const list = part.holder[part.name]
    if (limit !== undefined && Array.isArray(list) && list.length > limit) cut(part, list.slice(0, limit))
  }
  const available = total > budget ? budget - NOTES_RESERVE : budget
  const lists = parts.filter(({ holder, name }) => Array.isArray(holder[name]))
  const texts = parts.filter(({ holder, name }) => typeof holder[name] === 'string')
  for (const alike of [lists, texts]) {
    const most = mostOf(
      alike.map(part => part.size),
      available - total,
    )
    for (const part of bySize(alike)) {
      if (total <= available) break
      const whole = part.holder[part.name] as unknown[] | string
      const room = Math.max(most, part.size - (total - available))
      const inItem: Cut[] = []
      cut(part, beginning(whole, room, part.path, inItem))
      for (const one of inItem) cuts.set(one.path, one)
    }
  }
  return { value, json: JSON.stringify(value), cuts: [...cuts.values()] }
}

const bySize = (parts: ResultPart[]) => parts.toSorted((a, b) => b.size - a.size)
