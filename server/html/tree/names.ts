import { foreignContent, html } from 'parse5'
import { APART } from '../read/text-borders.ts'

/** The numbers of the elements that the HTML standard names. */
export const TAG = html.TAG_ID

/** Element names as small numbers: those of HTML and SVG are the same in every page, other names get higher ones. */
export interface Names {
  /** Name of a number. */
  texts: readonly string[]
  /** Numbers of the names that are the page's own. */
  own: ReadonlyMap<string, number>
}

/** The names that all pages know, by their numbers. */
export const FIXED_NAMES: readonly string[] = fixedNames()

const NUMBERS = new Map(FIXED_NAMES.map((name, number) => [name, number]))

function fixedNames(): string[] {
  const names = ['']
  for (const [key, number] of Object.entries(TAG))
    if (typeof number === 'number' && number > 0)
      names[number] = html.TAG_NAMES[key as keyof typeof html.TAG_NAMES]
  const others = [...APART, ...[...foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP].flat()]
  return [...new Set([...names, ...others])]
}

const NO_OTHERS: Names = { texts: FIXED_NAMES, own: new Map() }

/** The names of a page that has these beside the fixed ones. */
export const namesOf = (own: readonly string[]): Names =>
  own.length === 0
    ? NO_OTHERS
    : {
        texts: [...FIXED_NAMES, ...own],
        own: new Map(own.map((name, index) => [name, FIXED_NAMES.length + index])),
      }

/** The number of a name that is the same in every page. */
export const fixedNumber = (name: string): number | undefined => NUMBERS.get(name)

/** The number of a name as it is written; 0 where the page has no such element. */
export const knownNumber = ({ own }: Names, name: string): number => NUMBERS.get(name) ?? own.get(name) ?? 0

/** The number that a name of HTML has in every page; null for any other name. */
export const htmlNumber = (name: string): number | null => NUMBERS.get(name) || null

/** By number: whether a fixed name is one of these. */
export const marksOf = (names: ReadonlySet<string>): Uint8Array =>
  Uint8Array.from(FIXED_NAMES, name => (names.has(name) ? 1 : 0))
