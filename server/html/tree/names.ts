import { foreignContent, html } from 'parse5'
import { oncePerKey } from '../../base/once.ts'
import { DESCRIBING_ELEMENTS, SEPARATED_ELEMENTS } from '../read/text-borders.ts'
import { type MarkupSource, nameIn } from '../scan/source.ts'

/** Numbers of the elements that the HTML standard names. */
export const TAG = html.TAG_ID

/** Element names as small numbers. Those of HTML and SVG are the same in every page, other names get higher numbers. */
export interface NameTable {
  /** Returns the name for a number. */
  textOf(number: number): string
  /** Returns the number of a name as written, or 0 if the page has no such element. */
  numberOf(name: string): number
}

/** The names that all pages share, by number. */
export const FIXED_NAMES: readonly string[] = fixedNames()

const NUMBERS = new Map(FIXED_NAMES.map((name, number) => [name, number]))

function fixedNames(): string[] {
  const names = ['']
  for (const [key, number] of Object.entries(TAG))
    if (typeof number === 'number' && number > 0)
      names[number] = html.TAG_NAMES[key as keyof typeof html.TAG_NAMES]
  const svgNames = [...foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP].flat()
  const others = [...SEPARATED_ELEMENTS, ...DESCRIBING_ELEMENTS, ...svgNames]
  return [...new Set([...names, ...others])]
}

const FIXED_TABLE: NameTable = {
  textOf: number => FIXED_NAMES[number]!,
  numberOf: name => NUMBERS.get(name) ?? 0,
}

/**
 * Returns the names of a page. `places` holds pairs of offset and length for names that only this page has, in the order of
 * their numbers after the shared names. Names are cut out on demand, since a page may have a million of them.
 */
export function namesOf(source: MarkupSource, places: Int32Array): NameTable {
  if (places.length === 0) return FIXED_TABLE
  const nameAt = (at: number) => nameIn(source, places[at]!, places[at]! + places[at + 1]!)
  const find = (name: string): number => {
    const isPlain = !/[^\0-\x7f]/.test(name)
    for (let at = 0; at < places.length; at += 2)
      if ((!isPlain || places[at + 1] === name.length) && nameAt(at) === name)
        return FIXED_NAMES.length + at / 2
    return 0
  }
  return {
    textOf: number => FIXED_NAMES[number] ?? nameAt(2 * (number - FIXED_NAMES.length)),
    numberOf: oncePerKey(name => NUMBERS.get(name) ?? find(name)),
  }
}

/** Returns the number of a shared name, or undefined. */
export const fixedNumber = (name: string): number | undefined => NUMBERS.get(name)

/** Returns 1 for each shared name in the set, by number, and 0 for all others. */
export const marksOf = (names: ReadonlySet<string>): Uint8Array =>
  Uint8Array.from(FIXED_NAMES, name => (names.has(name) ? 1 : 0))
