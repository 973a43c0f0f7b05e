import type { Json } from '../parser-schema.ts'
import { averageOf, sumOf } from './decimals.ts'
import { describeValue, isNumber, noValue, numberResult, type ReadResult } from './reading.ts'
import type { Transform } from './transform.ts'

/** Creates a transform of lists. A single value counts as a list of one. */
const ofList = (apply: (items: Json[]) => ReadResult): Transform => ({
  apply: value => apply(Array.isArray(value) ? value : [value]),
})

const toList = (apply: (items: Json[]) => Json[]) => ofList(items => ({ value: apply(items) }))

const ofNumbers = (apply: (numbers: number[]) => number) =>
  ofList(items => {
    const values = items.filter(item => item !== null)
    const other = values.find(item => !isNumber(item))
    if (other !== undefined) return noValue(`${describeValue(other)} in the list is not a number`)
    return values.length > 0 ? numberResult(apply(values as number[])) : noValue('the list holds no numbers')
  })

const atIndex = (index: number) =>
  ofList(items => {
    const item = items.filter(one => one !== null).at(index)
    return item === undefined ? noValue('the list is empty') : { value: item }
  })

/** Transforms of whole lists. Nulls in them do not count. */
export const LIST_TRANSFORMS: Readonly<Record<string, Transform>> = {
  first: atIndex(0),
  last: atIndex(-1),
  count: ofList(items => ({ value: items.filter(item => item !== null).length })),
  sum: ofNumbers(sumOf),
  avg: ofNumbers(averageOf),
  min: ofNumbers(numbers => numbers.reduce((a, b) => Math.min(a, b))),
  max: ofNumbers(numbers => numbers.reduce((a, b) => Math.max(a, b))),
  compact: toList(items => items.filter(item => item !== null && item !== '')),
  unique: toList(items => [...new Map(items.map(item => [JSON.stringify(item), item])).values()]),
  sort: toList(items => items.toSorted(compareValues)),
  reverse: toList(items => items.toReversed()),
  flatten: toList(items => items.flat() as Json[]),
}

/** Compares two values: numbers by size, texts by UTF-16 code units, null last. */
export function compareValues(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a), String(b)]
  return left < right ? -1 : Number(left > right)
}
