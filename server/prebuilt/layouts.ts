import type { AppError } from '../base/errors.ts'
import type { Payload, Reader } from './define-prebuilt.ts'
import { upstreamError } from './upstream-errors.ts'

/** Returns the parts that the readers find in the payloads, in the order of the readers: better sources first. */
export const readLayouts = <Part>(readers: Reader<Part>[], payloads: Payload[]): Part[] =>
  readers.flatMap(reader =>
    payloads
      .map(({ body }) => reader.recognise(body))
      .filter(isPresent)
      .map(node => reader.read(node)),
  )

/** Merges parts into one: each field comes from the first part that has it. Null and [] count as missing, "" does not. */
export function mergeParts<Part extends object>(parts: Part[]): Partial<Part> {
  const merged: Partial<Part> = {}
  for (const part of parts) {
    for (const [field, value] of Object.entries(part) as [keyof Part, Part[keyof Part]][]) {
      if (isMissing(merged[field])) merged[field] = value
    }
  }
  return merged
}

/** Whether a part holds anything but these fields, which only name its subject: the name alone is no result. */
export const hasMoreThan = <Part extends object>(part: Part, ...names: (keyof Part)[]): boolean =>
  (Object.keys(part) as (keyof Part)[]).some(field => !names.includes(field) && !isMissing(part[field]))

/**
 * Returns the error for payloads without a result: it names the layouts that were tried, or those that matched but lack
 * `needed`.
 */
export function unreadable(readers: Reader<unknown>[], payloads: Payload[], needed: string): AppError {
  const matching = readers.filter(reader => payloads.some(({ body }) => isPresent(reader.recognise(body))))
  const names = (list: Reader<unknown>[]) => list.map(({ layout }) => layout).join(', ')
  return upstreamError(
    'changed',
    matching.length > 0
      ? `The platform's answer does not have ${needed}. Layouts that fit: ${names(matching)}.`
      : `The platform's answer has no known layout. Tried: ${names(readers)}.`,
  )
}

const isPresent = (value: unknown) => value !== undefined && value !== null

const isMissing = (value: unknown) => !isPresent(value) || (Array.isArray(value) && value.length === 0)
