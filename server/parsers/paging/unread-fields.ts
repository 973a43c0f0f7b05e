import { childAt, EVERY, type JsonPath } from '../json/json-path.ts'
import type { Json, JsonObject } from '../parser-schema.ts'

/**
 * Fields of objects in the data that belong to a page that was not read. The data has null for them, but nothing is known:
 * what a database knows already stays.
 */
const unreadFields = new WeakMap<object, readonly string[]>()

export function markUnread(object: object, names: readonly string[]): void {
  const marked = unreadFields.get(object)
  unreadFields.set(object, marked ? [...marked, ...names] : names)
}

/** Data with a list that is empty only because its page was not read. */
const dataWithoutLists = new WeakSet<object>()

export const markWithoutLists = (data: object): void => void dataWithoutLists.add(data)

/** Whether one of these fields of an object is a list. */
export const holdsList = (object: JsonObject, names: readonly string[]): boolean =>
  names.some(name => Array.isArray(object[name]))

/** Fields of data whose lists have a length that their parser does not allow. They are empty, but do not say that there is nothing. */
const wrongLists = new WeakMap<object, readonly string[]>()

export function markWrongLists(data: object, names: readonly string[] = []): void {
  if (names.length > 0) wrongLists.set(data, names)
}

/** Whether a list of the data is empty only because its page was not read, or because its length was wrong. */
export const lacksList = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && (dataWithoutLists.has(data) || wrongLists.has(data))

/** Whether a path leads into a list of the data that has a wrong length. */
export function isOfWrongList(data: Json, [name]: JsonPath): boolean {
  if (typeof data !== 'object' || data === null || typeof name !== 'string') return false
  return wrongLists.get(data)?.includes(name) ?? false
}

/** Marks in one object what is unread in another, whose fields it takes over. */
export function moveUnread(from: object, to: object): void {
  const names = unreadFields.get(from)
  if (names) markUnread(to, names)
}

/** Whether fields of an object itself were not read. */
export const hasUnread = (object: object): boolean => unreadFields.has(object)

/** Whether a path leads into a field that was not read; through lists, in any of their items. */
export function isUnread(data: Json, path: JsonPath): boolean {
  let value: Json | undefined = data
  for (const [index, step] of path.entries()) {
    if (step === EVERY && Array.isArray(value)) {
      const inItem = path.slice(index + 1)
      return value.some(item => isUnread(item, inItem))
    }
    if (typeof value !== 'object' || value === null || (typeof step !== 'string' && typeof step !== 'number'))
      return false
    if (unreadFields.get(value)?.includes(String(step))) return true
    value = childAt(value, step)
  }
  return false
}
