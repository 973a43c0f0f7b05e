/** What `toLowerCase` makes of `İ`: an i and the dot above; and the i without a dot, whose capital is `I`. */
const TURKISH_I = /i\u0307|ı/g

/** Returns a text as searches compare it: in lower case, with `I`, `İ`, `ı` and `i` as the same letter. */
export const searchText = (text: string) => text.toLowerCase().replace(TURKISH_I, 'i')

/** Whether every word of a search occurs in one of the texts. */
export function hasWords(texts: readonly string[], words: string): boolean {
  const text = searchText(texts.join(' '))
  return searchText(words)
    .split(/\s+/)
    .every(word => text.includes(word))
}

/** Whether one of the texts contains a text that `searchText` has returned. */
export const hasSearchText = (texts: readonly string[], wanted: string): boolean =>
  texts.some(text => searchText(text).includes(wanted))
