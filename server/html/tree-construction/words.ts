import { AMPERSAND, byteAt, isBlank } from './characters.ts'

/** A Bloom filter of words, with two of 32 bits for each word, the same as in `scan/words.ts`. */
export const NO_WORDS: i32 = 0
/** All bits, for words that cannot be hashed. */
export const ANY_WORD: i32 = -1

const LAST_ASCII: i32 = 126

/** Returns the bits of the words between two offsets. Characters beyond plain ASCII and references cannot be hashed. */
export function wordsOf(from: i32, to: i32): i32 {
  let marks = NO_WORDS
  let hash = 0
  for (let at = from; at < to; at++) {
    const code = byteAt(at)
    if (isBlank(code)) {
      marks |= marksOf(hash)
      hash = 0
    } else if (code === AMPERSAND || code > LAST_ASCII || code < 32) return ANY_WORD
    else hash = hash * 31 + code
  }
  return marks | marksOf(hash)
}

function marksOf(hash: i32): i32 {
  if (hash === 0) return NO_WORDS
  return (1 << (hash & 31)) | (1 << (((hash >>> 5) ^ (hash >>> 11)) & 31))
}
