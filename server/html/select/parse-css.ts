import { parse, type Selector } from 'css-what'

/** The text in quotes that `:contains` looks for. */
const QUOTED_TEXT = /(:i?contains\()\s*("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')\s*(?=\))/gi

/** The steps of each selector of a list, as css-what reads them. Throws an Error with the reason for CSS that is wrong. */
export const parseCss = (css: string): Selector[][] =>
  parse(css.replace(QUOTED_TEXT, (_, start: string, text: string) => start + withBracketsEscaped(text)))

/** css-what takes brackets in quotes for those around the text. */
const withBracketsEscaped = (text: string) =>
  text.replace(/\\[\s\S]|[()]/g, found => (found.length > 1 ? found : `\\${found}`))
