import type { IncomingMessage } from 'node:http'
import { AppError } from '../base/errors.ts'

/** The version in `If-Match`: `3` or `"3"`; absent for `*` and for none. Throws 400 for anything else. */
export function ifMatchOf({ headers }: IncomingMessage): number | undefined {
  const value = headers['if-match']
  if (value === undefined || value === '*') return undefined
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(value)?.[1]
  if (version) return Number(version)
  throw new AppError('invalid_input', 'If-Match must name a version.', {
    field: 'If-Match',
    hint: 'For example: If-Match: 3',
  })
}
