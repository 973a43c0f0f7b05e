import { isObject } from '../base/is-object.ts'
import { bufferOf } from '../base/own-buffer.ts'

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
const COMMENT_START = '<!--winnow-looks '
const COMMENT_END = '-->'
/** Maximum number of characters in all sheets together, and the number that each sheet counts for its markup. */
const MAX_CSS_LENGTH = 5_000_000
const SHEET_OVERHEAD = 20

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
export function readBrowserLooks(text: string, elements: number, shadowTrees: number): BrowserLooks {
  const comment = readComment(text)
  if (comment?.elements !== elements) return NO_LOOKS
  const shadows = listOf(comment.shadows)
  if (shadows.length !== shadowTrees) return NO_LOOKS
  const takeText = createTextReader(listOf(comment.texts))
  const textsOf = (value: unknown) => numbersOf(value).flatMap(number => takeText(number) ?? [])
  return {
    ...hiddenOf(comment),
    styles: new Map(listOf(comment.styles).flatMap(entry => styleOf(entry, takeText))),
    linked: new Map(listOf(comment.linked).flatMap(entry => edgesOf(entry, takeText))),
    page: textsOf(comment.page),
    shadows: shadows.map(textsOf),
    hidden: listOf(comment.hidden)
      .filter(isObject<Record<string, unknown>>)
      .map(one => ({ ...hiddenOf(one), elements: one.elements })),
  }
}

/** Returns a function that gives texts by number. Each may be taken repeatedly, until the total would exceed `MAX_CSS_LENGTH`. */
function createTextReader(texts: unknown[]): (number: number) => string | undefined {
  let charactersLeft = MAX_CSS_LENGTH
  return number => {
    const css = texts[number]
    if (typeof css !== 'string' || css.length > charactersLeft) return undefined
    charactersLeft -= css.length + SHEET_OVERHEAD
    return css
  }
}

/** Returns a page in UTF-8 without that comment. */
export function withoutLooks(page: Uint8Array): Uint8Array {
  const bytes = bufferOf(page)
  const start = bytes.lastIndexOf(COMMENT_START)
  return start >= 0 && endsComment(bytes.toString('utf8', start)) ? page.subarray(0, start) : page
}

function startOfLooks(text: string): number | null {
  const start = text.lastIndexOf(COMMENT_START)
  return start >= 0 && endsComment(text) ? start : null
}

const endsComment = (text: string) => text.trimEnd().endsWith(COMMENT_END)

function readComment(text: string): Record<string, unknown> | null {
  const start = startOfLooks(text)
  if (start === null) return null
  try {
    const comment: unknown = JSON.parse(
      text.trimEnd().slice(start + COMMENT_START.length, -COMMENT_END.length),
    )
    return isObject<Record<string, unknown>>(comment) ? comment : null
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

function styleOf(entry: unknown, takeText: (number: number) => string | undefined): [number, string][] {
  const [number, css] = numbersOf(entry)
  const text = css === undefined ? undefined : takeText(css)
  return number === undefined || text === undefined ? [] : [[number, text]]
}

function edgesOf(entry: unknown, takeText: (number: number) => string | undefined): [number, SheetEdges][] {
  const [number, first, last] = listOf(entry)
  const textOf = (index: unknown) => (Number.isInteger(index) ? takeText(index as number) : undefined) ?? ''
  return Number.isInteger(number) ? [[number as number, { first: textOf(first), last: textOf(last) }]] : []
}
