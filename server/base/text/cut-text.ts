/** Returns the beginning of a text. Never cuts a surrogate pair in half, which JSON parsers reject. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** Shortens a text to at most `most` characters; a cut text ends with `…`. */
export const shortText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most - 1)}…` : text
