import { isObject } from '../../base/is-object.ts'
import { type Cut, clipped, MAX_CLIPPED_CHARS } from './clipped.ts'
import { fairSize, NOTE_CHARS, sizeUpTo } from './fit.ts'

type Node = Record<string, unknown>

/** Characters below which the fields of an object are not shortened further, but left out. */
const MIN_FIELD_CHARS = 1_000

/** Returns the least number of characters that a value can be cut to, with the note about it. */
function leastSize(value: unknown): number {
  if (isObject<Node>(value))
    return Object.entries(value).reduce((size, field) => size + leastOfField(field), 2)
  const cut = typeof value === 'string' ? MAX_CLIPPED_CHARS : Array.isArray(value) ? leastOfList(value) : 0
  return cut ? Math.min(cut + NOTE_CHARS, sizeUpTo(value, cut + NOTE_CHARS)) : sizeUpTo(value, NOTE_CHARS)
}

const leastOfField = ([name, value]: [string, unknown]) => name.length + '"":,'.length + leastSize(value)

const leastOfList = ([first]: unknown[]) => JSON.stringify([clipped(first, '', [])]).length

/** Returns how many fields from the first on fit into `room`; one at least. */
function fieldsWithin(sizes: readonly number[], room: number): number {
  let left = room
  const end = sizes.findIndex(size => {
    left -= size
    return left < 0
  })
  return end < 0 ? sizes.length : Math.max(1, end)
}

/**
 * Returns a result without the last fields of objects that have too many for `room`, even if lists and texts in them were cut
 * as far as possible. `cuts` gets which objects these are.
 */
export function withFewerFields(node: Node, room: number, cuts: Cut[], path = ''): Node {
  const entries = Object.entries(node)
  const sizes = entries.map(leastOfField)
  const most = fairSize(sizes, room)
  if (most === Number.POSITIVE_INFINITY) return node
  if (most < MIN_FIELD_CHARS) {
    const returned = fieldsWithin(sizes, room)
    if (returned < entries.length) cuts.push({ path, returned, total: entries.length, isObject: true })
    return Object.fromEntries(entries.slice(0, returned))
  }
  const fewer = ([name, value]: [string, unknown], at: number) => [
    name,
    isObject<Node>(value) && sizes[at]! > most
      ? withFewerFields(value, most, cuts, path ? `${path}.${name}` : name)
      : value,
  ]
  return Object.fromEntries(entries.map(fewer))
}
