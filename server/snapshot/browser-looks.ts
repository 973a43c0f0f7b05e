import { isObject } from '../base/is-object.ts'

/** Elements that are not shown, and those that leave their room empty, by their numbers. */
export interface HiddenElements {
  gone: ReadonlySet<number>
  invisible: ReadonlySet<number>
}

/** The first and the last rules of a sheet. To write them once more changes nothing where they are in it. */
export interface SheetEdges {
  first: string
  last: string
}

/** What a browser knew of the looks of a page and its HTML does not say. Elements are named by their numbers. */
export interface BrowserLooks extends HiddenElements {
  /** The rules of style elements that scripts have changed. */
  styles: ReadonlyMap<number, string>
  /** What linked sheets began and ended with, the rules that scripts have inserted there among them. */
  linked: ReadonlyMap<number, SheetEdges>
  /** Sheets that scripts have given to the page, and to each of its shadow trees in their order. */
  page: string[]
  shadows: string[][]
  /** Of each shadow tree, with the number of elements that it had. */
  hidden: (HiddenElements & { elements: unknown })[]
}

/** As `visibleHtml` writes it at the end of a page. */
const START = '<!--winnow-looks '
const END = '-->'
/** Characters of all sheets together, and of what stands around each. */
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
 * What the comment at the end of a page says. Any page can write one: what is not of its form is left out. It counts only if the
 * page has as many elements and shadow trees as it had in the browser, since then their numbers are the same.
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

/** Gives texts by their numbers, each as often as it is asked for, until all that was given is too much. */
function createTexts(texts: unknown[]): (number: number) => string | undefined {
  let room = MOST_CSS
  return number => {
    const css = texts[number]
    if (typeof css !== 'string' || css.length > room) return undefined
    room -= css.length + EACH
    return css
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
