import { isObject } from '../base/is-object.ts'

/** Numbers of the elements that are not shown (`gone`), and of those that are invisible but keep their space. */
export interface HiddenElements {
  gone: ReadonlySet<number>
  invisible: ReadonlySet<number>
}

/** The first and the last rules of a sheet. Writing them again changes nothing if the sheet has them already. */
interface SheetEdges {
  first: string
  last: string
}

/** What a browser knew about the looks of a page that its HTML does not say. Elements are identified by their numbers. */
export interface BrowserLooks extends HiddenElements {
  /** Rules of style elements that scripts have changed. */
  styles: ReadonlyMap<number, string>
  /** The first and last rules of linked sheets, including those that scripts have inserted there. */
  linked: ReadonlyMap<number, SheetEdges>
  /** Sheets that scripts have added to the page, and to each of its shadow trees in their order. */
  page: string[]
  shadows: string[][]
  /** Hidden elements of each shadow tree, with the number of elements that it had in the browser. */
  hidden: (HiddenElements & { elements: unknown })[]
}

/** `visibleHtml` writes this comment at the end of a page. */
const START = '<!--winnow-looks '
const END = '-->'
/** Maximum number of characters in all sheets together, and the number that each sheet counts for its markup. */
const MOST_CSS = 5_000_000
const EACH = 20

const NO_LOOKS: BrowserLooks = {
  gone: new Set(),
  invisible: new Set(),
  styles: new Map(),
  linked: new Map(),
  page: [],
  shadows: [],
  hidden: [],
}

/**
 * Returns what the comment at the end of a page says about its looks. Since any page can contain such a comment, anything
 * malformed is ignored. The comment counts only if the page has as many elements and shadow trees as it had in the browser,
 * because only then do the numbers agree.
 */
export function browserLooks(text: string, elements: number, shadowTrees: number): BrowserLooks {
  const said = saidAtEnd(text)
  if (said?.elements !== elements) return NO_LOOKS
  const shadows = listOf(said.shadows)
  if (shadows.length !== shadowTrees) return NO_LOOKS
  const take = createTexts(listOf(said.texts))
  const textsOf = (value: unknown) => numbersOf(value).flatMap(number => take(number) ?? [])
  return {
    ...hiddenOf(said),
    styles: new Map(listOf(said.styles).flatMap(entry => styleOf(entry, take))),
    linked: new Map(listOf(said.linked).flatMap(entry => edgesOf(entry, take))),
    page: textsOf(said.page),
    shadows: shadows.map(textsOf),
    hidden: listOf(said.hidden)
      .filter(isObject<Record<string, unknown>>)
      .map(one => ({ ...hiddenOf(one), elements: one.elements })),
  }
}

/** Returns a function that gives texts by number. Each may be taken repeatedly, until the total would exceed `MOST_CSS`. */
function createTexts(texts: unknown[]): (number: number) => string | undefined {
  let room = MOST_CSS
  return number => {
    const css = texts[number]
    if (typeof css !== 'string' || css.length > room) return undefined
    room -= css.length + EACH
    return css
  }
}

/** Returns a page without that comment. */
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

const hiddenOf = ({ gone, invisible }: Record<string, unknown>): HiddenElements => ({
  gone: new Set(numbersOf(gone)),
  invisible: new Set(numbersOf(invisible)),
})

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const numbersOf = (value: unknown): number[] =>
  listOf(value).filter((number): number is number => Number.isInteger(number))

function styleOf(entry: unknown, take: (number: number) => string | undefined): [number, string][] {
  const [number, css] = numbersOf(entry)
  const text = css === undefined ? undefined : take(css)
  return number === undefined || text === undefined ? [] : [[number, text]]
}

function edgesOf(entry: unknown, take: (number: number) => string | undefined): [number, SheetEdges][] {
  const [number, first, last] = listOf(entry)
  const textOf = (named: unknown) => (Number.isInteger(named) ? take(named as number) : undefined) ?? ''
  return Number.isInteger(number) ? [[number as number, { first: textOf(first), last: textOf(last) }]] : []
}
