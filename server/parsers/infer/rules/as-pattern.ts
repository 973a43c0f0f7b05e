/** A text as a pattern that matches it alone. */
export const asPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The same with any number in place of each: the number of one page is another one on the next. */
export const asNumberedPattern = (text: string): string => asPattern(text).replace(/\d+/g, '\\d+')
