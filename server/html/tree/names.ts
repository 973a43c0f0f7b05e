import { html } from 'parse5'
import { APART } from '../read/text-borders.ts'
import { BEYOND_ASCII, endsName, lower, lowerText } from '../scan/characters.ts'
import { cut, type Source, withoutNul } from '../scan/source.ts'

/** The numbers of the elements that the HTML standard names; other names get higher ones, page by page. */
export const TAG = html.TAG_ID

const SLOTS = 256
/** Characters of ASCII, of 7 bits each, that fit into a number. */
const SHORT = 7
const ASCII = 128

/** Element names as small numbers. Names of HTML are known from the start. */
export interface Names {
  /** Name of a number. */
  texts: string[]
  /** Open addressing: number of the name in a slot, 0 for a free one. */
  slots: Int32Array
  /** By number: the name itself where it is so short that it fits into one; -1 where not. */
  packed: number[]
  /** Place in the source where the name that was read last ends. */
  endOfLast: number
}

const KNOWN = knownNames()

export const createNames = (): Names => ({
  texts: [...KNOWN.texts],
  slots: KNOWN.slots.slice(),
  packed: [...KNOWN.packed],
  endOfLast: 0,
})

/** The number of the name that starts here in the source, in any case. `endOfLast` then says where it ends. */
export function numberOf(names: Names, source: Source, from: number): number {
  const { bytes, hasNul } = source
  let hash = 0
  let packed = 0
  let highest = 0
  let to = from
  for (let code = bytes[to]!; !endsName(code); code = bytes[++to]!) {
    const folded = lower(code)
    hash = (Math.imul(hash, 31) + folded) | 0
    packed = packed * ASCII + folded
    highest |= folded
  }
  names.endOfLast = to
  if (highest >= BEYOND_ASCII || hasNul) return casedNumber(names, nameIn(source, from, to))
  const isShort = to - from <= SHORT
  const { slots, texts } = names
  let slot = hash & (slots.length - 1)
  for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    const number = slots[slot]!
    if (isShort && names.packed[number] === packed) return number
    if (isName(texts[number]!, bytes, from, to)) return number
  }
  return addName(names, slot, nameIn(source, from, to))
}

/** The number of a name as it is written; 0 where the page has no such element. */
export function knownNumber({ slots, texts }: Names, name: string): number {
  for (let slot = slotOf(name, slots); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    if (texts[slots[slot]!] === name) return slots[slot]!
  }
  return 0
}

/** The number of a name that keeps its capitals, as some of SVG do. */
export function casedNumber(names: Names, name: string): number {
  const known = knownNumber(names, name)
  if (known) return known
  let slot = slotOf(name, names.slots)
  while (names.slots[slot] !== 0) slot = (slot + 1) & (names.slots.length - 1)
  return addName(names, slot, name)
}

function addName(names: Names, slot: number, name: string): number {
  const number = names.texts.push(name) - 1
  names.packed[number] = packed(name)
  names.slots[slot] = number
  if (number * 2 > names.slots.length) widen(names)
  return number
}

function widen(names: Names): void {
  const slots = new Int32Array(names.slots.length * 4)
  for (let number = 1; number < names.texts.length; number++) {
    let slot = slotOf(names.texts[number]!, slots)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = number
  }
  names.slots = slots
}

function knownNames(): Names {
  const names: Names = { texts: [], slots: new Int32Array(SLOTS), packed: [], endOfLast: 0 }
  for (const [key, number] of Object.entries(TAG)) {
    if (typeof number === 'number' && number > 0) {
      names.texts[number] = html.TAG_NAMES[key as keyof typeof html.TAG_NAMES]
    }
  }
  names.texts[0] = ''
  names.packed = names.texts.map(packed)
  widen(names)
  for (const name of APART) casedNumber(names, name)
  return names
}

/** The number that a name of HTML has in every page; null for any other name. */
export const htmlNumber = (name: string): number | null => knownNumber(KNOWN, name) || null

/** By number: whether a name of HTML is one of these. */
export const marksOf = (names: ReadonlySet<string>): Uint8Array =>
  Uint8Array.from(KNOWN.texts, name => (names.has(name) ? 1 : 0))

function packed(name: string): number {
  if (name.length > SHORT || /[^\0-\x7f]/.test(name)) return -1
  return [...name].reduce((number, char) => number * ASCII + char.charCodeAt(0), 0)
}

/** The same as `numberOf` reckons from the bytes of a name in ASCII. */
function slotOf(name: string, slots: Int32Array): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) {
    hash = (Math.imul(hash, 31) + lower(name.charCodeAt(i))) | 0
  }
  return hash & (slots.length - 1)
}

function isName(name: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== lower(bytes[from + i]!)) return false
  return true
}

const nameIn = (source: Source, from: number, to: number): string =>
  lowerText(withoutNul(cut(source, from, to)))
