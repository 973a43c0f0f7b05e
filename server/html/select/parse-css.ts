import { parse, type Selector } from 'css-what'

/** The quoted argument of `:contains`. */
const QUOTED_TEXT = /(:i?contains\()\s*("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')\s*(?=\))/gi

/** Parses a list of selectors into steps with css-what. Throws an Error with the reason if the CSS is invalid. */
export const parseCss = (css: string): Selector[][] =>
  parse(css.replace(QUOTED_TEXT, (_, start: string, text: string) => start + withBracketsEscaped(text)))

/** css-what takes brackets inside quotes for the brackets of the function. */
const withBracketsEscaped = (text: string) =>
  text.replace(/\\[\s\S]|[()]/g, found => (found.length > 1 ? found : `\\${found}`))
