import { byteAt, endsName, lower, PAGE } from './characters.ts'
import { oddName } from './host.ts'
import { moved, take } from './memory.ts'

/** Names that are known in every page, and those of the page behind them. */
const FIXED: i32 = 256
const FIXED_TEXTS: i32 = 4096
const ENTRY: i32 = 4
const ASCII: i32 = 0x7f
const KEY: usize = 0
const TEXT: usize = 8
const LENGTH: usize = 12

/** By number: the key of the name (8 bytes), and where it stands in memory. */
const fixedEntries = memory.data(FIXED << ENTRY)
const fixedTexts = memory.data(FIXED_TEXTS)

class Names {
  static fixed: i32 = 1
  static textsTo: usize = fixedTexts
  static count: i32 = 0
  static room: i32 = FIXED
  static entries: usize = fixedEntries
  /** Open addressing: the number of the name in a slot, 0 for a free one. Twice as many as there is room for names. */
  static slots: usize = 0
  static bits: i32 = 0
  /** Odd, and known to no page: names cannot be made to meet in one slot. */
  static spread: u64 = 1
}

/** Takes 64 bits that nobody can know, which spread names over slots; comes before the first name. */
export function spreadNames(high: i32, low: i32): void {
  Names.spread = ((<u64>(<u32>high)) << 32) | <u32>low | 1
}

/** The place behind the name that was read last. */
export class LastName {
  static to: i32 = 0
}

/** Where a name that is to be known in every page is written. */
export function fixedNameAt(): usize {
  return Names.textsTo
}

/** Makes the name of so many bytes that was written there the next one that is known. One that is `cased` is not a name of a tag. */
export function addFixedName(length: i32, isCased: bool): void {
  const key = isCased ? 0 : keyOf(Names.textsTo, length)
  write(Names.fixed++, key, Names.textsTo, length)
  Names.textsTo += length
}

/** By number of a fixed name: that of the same name as SVG writes it (`foreignObject`), and the other way round; 0 for none. */
const casedNames = memory.data(FIXED << 2)
const lowerNames = memory.data(FIXED << 2)

/** Says that SVG writes a name with capitals. */
export function pairNames(lowerName: i32, cased: i32): void {
  store<i32>(casedNames + (lowerName << 2), cased)
  store<i32>(lowerNames + (cased << 2), lowerName)
}

/** A name as SVG writes it. */
export function casedOf(name: i32): i32 {
  const cased = name < FIXED ? load<i32>(casedNames + (name << 2)) : 0
  return cased === 0 ? name : cased
}

/** A name as tags have it, whatever SVG makes of it. */
export function lowerOf(name: i32): i32 {
  const plain = name < FIXED ? load<i32>(lowerNames + (name << 2)) : 0
  return plain === 0 ? name : plain
}

/** Forgets the names of the last page. */
export function resetNames(): void {
  Names.count = Names.fixed
  Names.room = FIXED
  Names.entries = fixedEntries
  fillSlots()
}

export function nameCount(): i32 {
  return Names.count
}

/** The place in the page of the first tag of a name that is not known in every page. */
export function placeOfName(number: i32): i32 {
  return load<u32>(entryOf(number) + TEXT) - <i32>PAGE
}

export function lengthOfName(number: i32): i32 {
  return load<i32>(entryOf(number) + LENGTH)
}

/** The number of the name that starts here, in any case. `LastName` then says where it ends. */
export function numberOf(from: i32): i32 {
  let key: u64 = 0
  let odd = 0
  let to = from
  for (let code = byteAt(to); !endsName(code); code = byteAt(++to)) {
    key = (key << 8) | lower(code)
    // Goes beyond ASCII for NUL, too.
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

/** Whether a number has this name: its key says so, or does so for a long name as good as always. */
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

/** A number for a name that is found from outside. */
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

/** Up to eight letters as they are, in lower case; a hash of longer names, with a bit that no letter of ASCII has. */
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
