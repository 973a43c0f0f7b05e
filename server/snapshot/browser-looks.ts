import { isObject } from '../base/is-object.ts'

/** What a browser knew of the looks of a page and its HTML does not say. Elements are named by their numbers. */
export interface BrowserLooks {
  /** Elements that are not shown, and those that leave their room empty. */
  gone: ReadonlySet<number>
  invisible: ReadonlySet<number>
  /** The rules of style elements that scripts have changed. */
  styles: ReadonlyMap<number, string>
  /** Sheets that scripts have given to the page, and to each of its shadow trees in their order. */
  page: string[]
  shadows: string[][]
}

/** As `visibleHtml` writes it at the end of a page. */
const START = '<!--winnow-looks '
const END = '-->'

export const NO_LOOKS: BrowserLooks = {
  gone: new Set(),
  invisible: new Set(),
  styles: new Map(),
  page: [],
  shadows: [],
}

/**
 * What the comment at the end of a page says. Any page can write one: what is not of its form is left out. It counts only if the
 * page has as many elements and shadow trees as it had in the browser, since then their numbers are the same.
 */
export function browserLooks(text: string, elements: number, shadowTrees: number): BrowserLooks {
  const said = saidAtEnd(text)
  if (said?.elements !== elements) return NO_LOOKS
  const texts = listOf(said.texts).map(css => (typeof css === 'string' ? css : ''))
  const textsOf = (value: unknown) => numbersOf(value).flatMap(number => texts[number] ?? [])
  const shadows = listOf(said.shadows)
  if (shadows.length !== shadowTrees) return NO_LOOKS
  return {
    gone: new Set(numbersOf(said.gone)),
    invisible: new Set(numbersOf(said.invisible)),
    styles: new Map(listOf(said.styles).flatMap(entry => styleOf(entry, texts))),
    page: textsOf(said.page),
    shadows: shadows.map(textsOf),
  }
}

/** A page without that comment. */
export function withoutLooks(text: string): string {
  const start = startOfLooks(text)
  return start === null ? text : text.slice(0, start)
}

function startOfLooks(text: string): number | null {
  const start = text.lastIndexOf(START)
  return start >= 0 && text.trimEnd().endsWith(END) ? start : null
}

function saidAtEnd(text: string): Record<string, unknown> | null {
  const start = startOfLooks(text)
  if (start === null) return null
  try {
    const said: unknown = JSON.parse(text.trimEnd().slice(start + START.length, -END.length))
    return isObject<Record<string, unknown>>(said) ? said : null
  } catch {
    return null
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const numbersOf = (value: unknown): number[] =>
  listOf(value).filter((number): number is number => Number.isInteger(number))

function styleOf(entry: unknown, texts: string[]): [number, string][] {
  const [number, css] = numbersOf(entry)
  const text = texts[css ?? -1]
  return number === undefined || text === undefined ? [] : [[number, text]]
}
