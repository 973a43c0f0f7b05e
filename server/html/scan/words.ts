import { AMPERSAND, isBlankCode } from './characters.ts'
import { createSource } from './source.ts'

/**
 * Marks of words: two of 32 bits for each, so that an element whose marks do not have those of a word is known not to have it
 * in its class or id without a look at them.
 */
export const NO_WORDS = 0
/** Stands for words that are not known. */
const ANY_WORD = -1

const LAST_ASCII = 126

/** The marks of the words between two places, blanks apart. Words beyond plain ASCII are not known. */
function wordsOf(bytes: Uint8Array, from: number, to: number): number {
  let marks = NO_WORDS
  let hash = 0
  for (let at = from; at < to; at++) {
    const code = bytes[at]!
    if (isBlankCode(code)) {
      marks |= marksOf(hash)
      hash = 0
    } else if (code === AMPERSAND || code > LAST_ASCII || code < 32) return ANY_WORD
    else hash = (Math.imul(hash, 31) + code) | 0
  }
  return marks | marksOf(hash)
}

const marksOf = (hash: number) =>
  hash === 0 ? NO_WORDS : (1 << (hash & 31)) | (1 << (((hash >>> 5) ^ (hash >>> 11)) & 31))

/** The marks that an element has whose class or id is, or holds, this value. */
export function neededWords(value: string): number {
  const marks = wordsOf(createSource(value).bytes, 0, value.length)
  return marks === ANY_WORD ? NO_WORDS : marks
}
