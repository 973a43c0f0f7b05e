import { bufferOf } from '../base/own-buffer.ts'

/** A page as text, or as its bytes in UTF-8. */
export type Markup = string | Uint8Array

/** Well-formed, as what can be UTF-8 is. */
export const textOf = (page: Markup): string =>
  typeof page === 'string' ? page.toWellFormed() : bytesOf(page).toString('utf8')

/** About as many characters of its start; of bytes as many of these. */
export const startOf = (page: Markup, characters: number): string =>
  typeof page === 'string' ? page.slice(0, characters) : textOf(page.subarray(0, characters))

/** Bytes are not copied. */
export const bytesOf = (page: Markup): Buffer =>
  typeof page === 'string' ? Buffer.from(page) : bufferOf(page)
