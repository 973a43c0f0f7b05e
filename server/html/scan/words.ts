import { AMPERSAND, isBlankCode } from './characters.ts'
import { createSource } from './source.ts'

/**
 * A Bloom filter of words, with two of 32 bits for each word. If an element lacks the bits of a word, its class and id do
 * not contain the word, and need not be read.
 */
export const NO_WORDS = 0
/** All bits, for words that cannot be hashed. */
const ANY_WORD = -1

const LAST_ASCII = 126

/** Returns the bits of the words between two offsets. Characters beyond plain ASCII and references cannot be hashed. */
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

/** Returns the bits that an element must have for this value to be, or to be a word of, its class or id. */
export function neededWords(value: string): number {
  const marks = wordsOf(createSource(value).bytes, 0, value.length)
  return marks === ANY_WORD ? NO_WORDS : marks
}
