import { byteAt, endsName, lower, PAGE } from './characters.ts'
import { oddName } from './host.ts'
import { moved, take } from './memory.ts'

/** Maximum number of names that all pages share; the names of a page follow them. */
const FIXED: i32 = 256
const FIXED_TEXTS: i32 = 4096
const ENTRY: i32 = 4
const ASCII: i32 = 0x7f
const KEY: usize = 0
const TEXT: usize = 8
const LENGTH: usize = 12

/** By number: the key of the name (8 bytes), its address in memory, and its length. */
const fixedEntries = memory.data(FIXED << ENTRY)
const fixedTexts = memory.data(FIXED_TEXTS)

class Names {
  static fixed: i32 = 1
  static textsTo: usize = fixedTexts
  static count: i32 = 0
  static room: i32 = FIXED
  static entries: usize = fixedEntries
  /**
   * A hash table with open addressing: the number of the name in a slot, or 0. It has twice as many slots as there is room
   * for names.
   */
  static slots: usize = 0
  static bits: i32 = 0
  /** An odd random factor. Pages cannot guess it, so they cannot make names collide. */
  static spread: u64 = 1
}

/** Sets the 64 random bits that distribute names over slots. Called before the first name. */
export function spreadNames(high: i32, low: i32): void {
  Names.spread = ((<u64>(<u32>high)) << 32) | <u32>low | 1
}

/** The offset after the name that was read last. */
export class LastName {
  static to: i32 = 0
}

/** Returns the address at which the host writes a name that all pages share. */
export function fixedNameAt(): usize {
  return Names.textsTo
}

/**
 * Adds the name that was written there, of this many bytes, as the next shared name. A name with `isCased` is not the name
 * of a tag.
 */
export function addFixedName(length: i32, isCased: bool): void {
  const key = isCased ? 0 : keyOf(Names.textsTo, length)
  write(Names.fixed++, key, Names.textsTo, length)
  Names.textsTo += length
}

/** By number of a shared name: the number of its SVG spelling (`foreignObject`), and the reverse; 0 for none. */
const casedNames = memory.data(FIXED << 2)
const lowerNames = memory.data(FIXED << 2)

/** Pairs a name with its SVG spelling, which has capitals. */
export function pairNames(lowerName: i32, cased: i32): void {
  store<i32>(casedNames + (lowerName << 2), cased)
  store<i32>(lowerNames + (cased << 2), lowerName)
}

/** Returns a name in its SVG spelling. */
export function casedOf(name: i32): i32 {
  const cased = name < FIXED ? load<i32>(casedNames + (name << 2)) : 0
  return cased === 0 ? name : cased
}

/** Returns a name in the spelling of tags, in lower case. */
export function lowerOf(name: i32): i32 {
  const plain = name < FIXED ? load<i32>(lowerNames + (name << 2)) : 0
  return plain === 0 ? name : plain
}

/** Removes the names of the last page. */
export function resetNames(): void {
  Names.count = Names.fixed
  Names.room = FIXED
  Names.entries = fixedEntries
  fillSlots()
}

export function nameCount(): i32 {
  return Names.count
}

/** Returns the offset in the page of the first tag with a name that pages do not share. */
export function placeOfName(number: i32): i32 {
  return load<u32>(entryOf(number) + TEXT) - <i32>PAGE
}

export function lengthOfName(number: i32): i32 {
  return load<i32>(entryOf(number) + LENGTH)
}

/** Returns the number of the name at an offset, ignoring case, and sets `LastName`. */
export function numberOf(from: i32): i32 {
  let key: u64 = 0
  let odd = 0
  let to = from
  for (let code = byteAt(to); !endsName(code); code = byteAt(++to)) {
    key = (key << 8) | lower(code)
    // For NUL, `code - 1` is negative, so that it counts as non-ASCII too.
    odd |= code | (code - 1)
  }
  LastName.to = to
  if ((odd & ~ASCII) !== 0) return oddName(from, to)
  const length = to - from
  return find(length > 8 ? keyOf(PAGE + from, length) : key, from, length)
}

function find(key: u64, from: i32, length: i32): i32 {
  const mask = (1 << Names.bits) - 1
  let slot = slotOf(key)
  let number = numberIn(slot)
  while (number !== 0 && !isNamed(number, key, from, length)) {
    slot = (slot + 1) & mask
    number = numberIn(slot)
  }
  return number !== 0 ? number : addName(key, from, length)
}

function numberIn(slot: i32): i32 {
  return load<i32>(Names.slots + (slot << 2))
}

/** Whether a number has this name. Short names are compared by key, long ones also by their text. */
function isNamed(number: i32, key: u64, from: i32, length: i32): bool {
  const entry = entryOf(number)
  return load<u64>(entry, KEY) === key && (length <= 8 || isSameName(entry, from, length))
}

function addName(key: u64, from: i32, length: i32): i32 {
  const number = addOddName(from, length)
  write(number, key, PAGE + from, length)
  addSlot(number)
  return number
}

/** Adds a name without a key, which only the host looks up, and returns its number. */
export function addOddName(from: i32, length: i32): i32 {
  if (Names.count === Names.room) widen()
  write(Names.count, 0, PAGE + from, length)
  return Names.count++
}

function write(number: i32, key: u64, text: usize, length: i32): void {
  const entry = entryOf(number)
  store<u64>(entry + KEY, key)
  store<u32>(entry + TEXT, text)
  store<i32>(entry + LENGTH, length)
}

function entryOf(number: i32): usize {
  return Names.entries + ((<usize>number) << ENTRY)
}

/**
 * Returns the key of a name: up to eight letters in lower case, or a hash for longer names, with the top bit set, which no
 * ASCII letter has.
 */
function keyOf(text: usize, length: i32): u64 {
  let key: u64 = 0
  for (let i = 0; i < length; i++) {
    const code = lower(load<u8>(text + i))
    key = length > 8 ? rotl((key ^ code) * Names.spread, 29) : (key << 8) | code
  }
  return length > 8 ? key | ((<u64>1) << 63) : key
}

function isSameName(entry: usize, from: i32, length: i32): bool {
  if (load<i32>(entry + LENGTH) !== length) return false
  const text = load<u32>(entry + TEXT)
  for (let i = 0; i < length; i++) if (lower(load<u8>(text + i)) !== lower(byteAt(from + i))) return false
  return true
}

function slotOf(key: u64): i32 {
  return <i32>((key * Names.spread) >> (64 - Names.bits))
}

function addSlot(number: i32): void {
  const mask = (1 << Names.bits) - 1
  let slot = slotOf(load<u64>(entryOf(number)))
  while (numberIn(slot) !== 0) slot = (slot + 1) & mask
  store<i32>(Names.slots + (slot << 2), number)
}

function widen(): void {
  Names.entries = moved(Names.entries, Names.room << ENTRY, Names.room << (ENTRY + 1))
  Names.room <<= 1
  fillSlots()
}

function fillSlots(): void {
  Names.bits = 32 - clz(Names.room)
  Names.slots = take(4 << Names.bits)
  memory.fill(Names.slots, 0, 4 << Names.bits)
  for (let number = 1; number < Names.count; number++) if (load<u64>(entryOf(number)) !== 0) addSlot(number)
}
