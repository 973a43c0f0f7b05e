import { isObject } from '../../base/is-object.ts'
import { cutText } from '../../base/text/cut-text.ts'

/** Where a list or a text was cut: `path` is `comments` or `channel.links`. */
export interface Cut {
  path: string
  /** Items of the list, or characters of the text. */
  returned: number
  total: number
}

/** A result as it is shown, and where it was cut. */
export interface Shown {
  value: Record<string, unknown>
  /** The same as JSON. */
  json: string
  cuts: Cut[]
}

type Node = Record<string, unknown>

/** A list or a text in a result, and how much of the JSON it takes. */
interface Part {
  path: string
  holder: Node
  name: string
  size: number
}

/** Characters that stay of a text whatever happens. */
const CLIP = 300

/** Characters of the budget for the notes that say where a result was cut, and how to read on. */
const NOTES = 1_000

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

/** Every list and text, but empty ones, that is not part of an item of a list. */
function partsOf(node: Node, prefix = ''): Part[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const path = prefix + name
    if (isObject<Node>(value)) return partsOf(value, `${path}.`)
    return (Array.isArray(value) || typeof value === 'string') && value.length > 0
      ? [{ path, holder: node, name, size: sizeOf(value) }]
      : []
  })
}

/** Objects are copied, so that a cut leaves the result itself alone. */
const copied = (node: Node): Node =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, isObject<Node>(value) ? copied(value) : value]),
  )

/** An item that is too large alone: the beginnings of its texts and lists. */
function clipped(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, CLIP)
  if (Array.isArray(value)) return value.slice(0, 3).map(clipped)
  if (!isObject<Node>(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clipped(inner)]))
}

/** The longest beginning of a list or a text whose JSON has at most `size` characters; never nothing. */
function beginning(value: unknown[] | string, size: number): unknown[] | string {
  let [low, high] = [0, value.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sizeOf(value.slice(0, middle)) <= size) low = middle
    else high = middle - 1
  }
  if (typeof value === 'string') return cutText(value, Math.max(low, CLIP))
  return low === 0 ? [clipped(value[0])] : value.slice(0, low)
}

/**
 * A result within a budget of characters, by leaving out whole items at the end of its longest lists, then the ends of
 * its longest texts; what remains is JSON, with room for notes on what was left out. At most `limit` items stay in each list.
 */
export function fitted(result: Node, limit: number | undefined, budget: number): Shown {
  const value = copied(result)
  const cuts = new Map<string, Cut>()
  const cut = ({ path, holder, name }: Part, shorter: unknown[] | string) => {
    const before = holder[name] as unknown[] | string
    const total = cuts.get(path)?.total ?? before.length
    if (shorter.length < before.length) cuts.set(path, { path, returned: shorter.length, total })
    holder[name] = shorter
  }

  const parts = partsOf(value)
  for (const part of parts) {
    const list = part.holder[part.name]
    if (limit !== undefined && Array.isArray(list) && list.length > limit) cut(part, list.slice(0, limit))
  }
  const over = sizeOf(value) - budget
  let excess = over > 0 ? over + NOTES : 0
  const lists = parts.filter(({ holder, name }) => Array.isArray(holder[name]))
  const texts = parts.filter(({ holder, name }) => typeof holder[name] === 'string')
  for (const part of [...bySize(lists), ...bySize(texts)]) {
    if (excess <= 0) break
    const whole = part.holder[part.name] as unknown[] | string
    const size = sizeOf(whole)
    cut(part, beginning(whole, size - excess))
    excess -= size - sizeOf(part.holder[part.name])
  }
  return { value, json: JSON.stringify(value), cuts: [...cuts.values()] }
}

const bySize = (parts: Part[]) => parts.toSorted((a, b) => b.size - a.size)
