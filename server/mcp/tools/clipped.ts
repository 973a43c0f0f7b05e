import { isObject } from '../../base/is-object.ts'
import { cutText } from '../../base/text/cut-text.ts'

/** A list, a text or an object that was cut. `path` is `comments` or `channel.links`, for example; empty for the whole result. */
export interface Cut {
  path: string
  /** Items of the list, characters of the text, or fields of the object. */
  returned: number
  total: number
  isObject?: true
}

/** Characters that are kept of a text in any case. */
export const MAX_CLIPPED_CHARS = 300
/** Items that are kept of a list inside an item that is too large. */
const MAX_CLIPPED_ITEMS = 3
/** Fields that are kept of an object in such an item. */
const MAX_CLIPPED_FIELDS = 50
/** Cuts inside such an item that are noted. */
const MAX_CUTS_IN_ITEM = 5

/**
 * Shortens an item that is too large by itself to the beginnings of its texts, lists and objects. `cuts` gets the first few
 * cuts.
 */
export function clipped(value: unknown, path: string, cuts: Cut[]): unknown {
  const noted = <T extends string | unknown[]>(start: T, { length: total }: T): T => {
    if (start.length < total && cuts.length < MAX_CUTS_IN_ITEM)
      cuts.push({ path, returned: start.length, total })
    return start
  }
  if (typeof value === 'string') return noted(cutText(value, MAX_CLIPPED_CHARS), value)
  if (Array.isArray(value))
    return noted(value.slice(0, MAX_CLIPPED_ITEMS), value).map((item, at) =>
      clipped(item, `${path}.${at}`, cuts),
    )
  if (!isObject<Record<string, unknown>>(value)) return value
  const fields = Object.entries(value)
  const first = fields.slice(0, MAX_CLIPPED_FIELDS)
  if (first.length < fields.length && cuts.length < MAX_CUTS_IN_ITEM)
    cuts.push({ path, returned: first.length, total: fields.length, isObject: true })
  return Object.fromEntries(first.map(([name, inner]) => [name, clipped(inner, `${path}.${name}`, cuts)]))
}
