import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import type { Cookie } from '../pages/cookie-jar.ts'
import type { OriginStorage } from '../pages/sessions/session.ts'

/** A cookie of a file with its place there, or what is wrong with it. */
export interface FoundCookie {
  at: string
  read: Cookie | string
}

/** The same for the local storage of an origin. */
export interface FoundOrigin {
  at: string
  read: OriginStorage | string
}

/** What a file holds, whose ever it is. */
export interface FileContent {
  cookies: FoundCookie[]
  origins: FoundOrigin[]
}

/** Most lines or cookies of a file, those of other hosts included. */
export const MOST_ENTRIES = 10_000

export const tooMany = (what: string) =>
  new AppError('invalid_input', `The file has more than ${groupDigits(MOST_ENTRIES)} ${what}.`, {
    field: 'file',
    hint: 'Export the cookies of this site alone.',
  })
