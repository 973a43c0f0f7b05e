/** The beginning of a text; never half of a character, which readers of JSON refuse. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** A text of at most so many characters: `…` at its end says that it goes on. */
export const shortText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most - 1)}…` : text
