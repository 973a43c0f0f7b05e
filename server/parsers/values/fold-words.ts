const MARKS = /[\u0300-\u036f\u093c\u09bc]/g
/** Before a consonant of its own row, a nasal of Devanagari may be written as a dot as well. */
const NASALS = /[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u092e])/g

/** Words as they are compared: in lower case, without accents, in one of the spellings that Hindi and Bengali have. */
export function foldWords(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\0-\x7f]/.test(lower)) return lower
  return lower
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .normalize('NFKD')
    .replace(MARKS, '')
    .replaceAll('\u0131', 'i')
    .normalize('NFC')
    .replace(NASALS, '\u0902')
    .replaceAll('\u09c0', '\u09bf')
}
