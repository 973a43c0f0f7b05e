import type { Json } from '../parser-schema.ts'

const MAX_CHARACTERS = 64_000_000
/** The maximum depth, the same as for JSON. */
const MAX_DEPTH = 1_000

/**
 * Whether a value stays within bounds when serialized. With names for its parts, a script of a few kilobytes can make a
 * value of any size, or one that contains itself. Costs one unit of work for each node.
 */
export function isWithinBounds(value: Json, budget: { work: number }): boolean {
  let characters = 0
  const stack = [{ values: [value].values() as Iterator<Json>, depth: 0 }]
  while (stack.length > 0) {
    const { values, depth } = stack.at(-1)!
    const { value: one, done } = values.next()
    if (done) stack.pop()
    else {
      if (typeof one === 'string') characters += one.length
      if (--budget.work < 0 || characters > MAX_CHARACTERS || depth > MAX_DEPTH) return false
      if (typeof one === 'object' && one !== null)
        stack.push({ values: Object.values(one).values(), depth: depth + 1 })
    }
  }
  return true
}
