import { groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import type { Cookie } from '../pages/cookie-jar.ts'
import type { OriginStorage } from '../pages/sessions/session.ts'

/** A cookie in a file with its place there, or what is wrong with it. */
export interface FoundCookie {
  at: string
  read: Cookie | string
}

/** The local storage of an origin in a file with its place there, or what is wrong with it. */
export interface FoundOrigin {
  at: string
  read: OriginStorage | string
}

/** The entries of a file, for any host. */
export interface FileContent {
  cookies: FoundCookie[]
  origins: FoundOrigin[]
}

/** Maximum number of lines or cookies in a file, including those of other hosts. */
export const MAX_ENTRIES = 10_000

export const tooMany = (what: string) =>
  new AppError('invalid_input', `The file has more than ${groupDigits(MAX_ENTRIES)} ${what}.`, {
    field: 'file',
    hint: 'Export the cookies of this site alone.',
  })
