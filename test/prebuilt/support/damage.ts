import assert from 'node:assert/strict'
import { AppError } from '../../../server/base/errors.ts'
import type { LoadedApi } from './loaded.ts'

/** The errors that a platform can cause. */
export const PLATFORM_ERRORS = new Set([
  'not_asked_for',
  'not_found',
  'private',
  'unavailable',
  'no_captions',
  'blocked',
  'changed',
  'upstream_status',
])

/**
 * Reads a saved page that may be damaged. Either the result fits the schema, and each of its values is null or accepted
 * by `isKnown`; or the error is one that a platform can cause.
 */
export function checkDamaged(api: LoadedApi, page: string, isKnown: (leaf: unknown) => boolean) {
  try {
    const result = api.output.parse(api.read(api.payloadsOf(page)))
    const invented = leavesOf(result).filter(leaf => leaf !== null && !isKnown(leaf))
    assert.deepEqual(invented, [])
  } catch (error) {
    if (error instanceof AppError && PLATFORM_ERRORS.has(error.code)) return
    throw new Error(`Broken by ${page.slice(0, 5_000)}`, { cause: error })
  }
}

/** Every value in a payload, at any depth. */
export function contentsOf(payload: unknown): Set<unknown> {
  const contents = new Set<unknown>()
  const open = [payload]
  while (open.length > 0) {
    const value = open.pop()
    contents.add(value)
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) open.push(child)
  }
  return contents
}

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]
