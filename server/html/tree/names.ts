import { html } from 'parse5'

/** The numbers of the elements that the HTML standard names; other names get higher ones, page by page. */
export const TAG = html.TAG_ID

const SLOTS = 256
const FOLD = 32

const lower = (code: number) => (code >= 65 && code <= 90 ? code + FOLD : code)

/** Element names as small numbers. Names of HTML are known from the start. */
export interface Names {
  /** Name of a number. */
  texts: string[]
  /** Open addressing: number of the name in a slot, 0 for a free one. */
  slots: Int32Array
}

const KNOWN = knownNames()

export const createNames = (): Names => ({ texts: [...KNOWN.texts], slots: KNOWN.slots.slice() })

/** The number of the name that stands in the source, in any case. */
export function numberOf(names: Names, source: string, from: number, to: number): number {
  let hash = 0
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + lower(source.charCodeAt(i))) | 0
  const { slots, texts } = names
  let slot = hash & (slots.length - 1)
  for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
    if (isName(texts[slots[slot]!]!, source, from, to)) return slots[slot]!
  }
  return addName(
    names,
    slot,
    source.slice(from, to).replace(/[A-Z]/g, letter => letter.toLowerCase()),
  )
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
  const names: Names = { texts: [], slots: new Int32Array(SLOTS) }
  for (const [key, number] of Object.entries(TAG)) {
    if (typeof number === 'number' && number > 0) {
      names.texts[number] = html.TAG_NAMES[key as keyof typeof html.TAG_NAMES]
    }
  }
  names.texts[0] = ''
  widen(names)
  return names
}

function slotOf(name: string, slots: Int32Array): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + lower(name.charCodeAt(i))) | 0
  return hash & (slots.length - 1)
}

function isName(name: string, source: string, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let i = 0; i < name.length; i++) {
    if (name.charCodeAt(i) !== lower(source.charCodeAt(from + i))) return false
  }
  return true
}
