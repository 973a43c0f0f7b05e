import { INVISIBLE } from './plain-text.ts'

const MARKS = /[\u0300-\u036f\u093c\u09bc]/g
/** In Devanagari, a nasal before a consonant of its own class may also be written as a dot (anusvara). */
const NASALS = /[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u092e])/g

/** Normalizes words for comparison: lower case, no accents, nothing invisible, and a single spelling where Hindi and Bengali have several. */
export function foldWords(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\0-\x7f]/.test(lower)) return lower
  return lower
    .replace(INVISIBLE, '')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .normalize('NFKD')
    .replace(MARKS, '')
    .replaceAll('\u0131', 'i')
    .normalize('NFC')
    .replace(NASALS, '\u0902')
    .replaceAll('\u09c0', '\u09bf')
}
