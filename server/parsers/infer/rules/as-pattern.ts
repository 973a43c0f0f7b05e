import { escapePattern } from '../../../base/text/escape-pattern.ts'

/** Returns a pattern for a text in which each number matches any number, since numbers differ on the next page. */
export const asNumberedPattern = (text: string): string => escapePattern(text).replace(/\d+/g, '\\d+')
