import { bufferOf } from '../base/own-buffer.ts'

/** A page as text, or as its bytes in UTF-8. */
export type Markup = string | Uint8Array

/** Returns a page as text, well-formed as everything that UTF-8 can represent. */
export const textOf = (page: Markup): string =>
  typeof page === 'string' ? page.toWellFormed() : bytesOf(page).toString('utf8')

/** Returns about as many characters from the start of a page; for bytes, that many bytes. */
export const startOf = (page: Markup, characters: number): string =>
  typeof page === 'string' ? page.slice(0, characters) : textOf(page.subarray(0, characters))

/** Returns a page as bytes, without copying them if it is bytes already. */
export const bytesOf = (page: Markup): Buffer =>
  typeof page === 'string' ? Buffer.from(page) : bufferOf(page)
