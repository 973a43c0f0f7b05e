/** Escapes a text to a pattern that matches only this text. */
export const asPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The same, but each number matches any number, since numbers differ on the next page. */
export const asNumberedPattern = (text: string): string => asPattern(text).replace(/\d+/g, '\\d+')
