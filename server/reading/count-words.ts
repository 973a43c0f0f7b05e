const SPACE = 32
const NO_BREAK_SPACE = 160
/** Chinese, Japanese and Korean are mostly written without spaces: two characters count as a word. */
const DENSE_FROM = 0x2e80
const DENSE_TO = 0xfb00
/** So are Thai and Lao, Burmese, and Khmer, whose words have about five characters. */
const UNSPACED_FROM = 0x0e00
const UNSPACED: readonly [from: number, to: number][] = [
  [UNSPACED_FROM, 0x0f00],
  [0x1000, 0x10a0],
  [0x1780, 0x1800],
]
const UNSPACED_LENGTH = 5

const isUnspaced = (code: number): boolean => UNSPACED.some(([from, to]) => code >= from && code < to)

/** Returns the number of words in a text, estimated for scripts that do not separate them. */
export function countWords(text: string): number {
  let words = 0
  let dense = 0
  let unspaced = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isSpace = code <= SPACE || code === NO_BREAK_SPACE
    if (!isSpace && !isInWord) words++
    if (code >= UNSPACED_FROM) {
      if (code >= DENSE_FROM && code < DENSE_TO) dense++
      else if (isUnspaced(code)) unspaced++
    }
    isInWord = !isSpace
  }
  return words + (dense >> 1) + Math.floor(unspaced / UNSPACED_LENGTH)
}
