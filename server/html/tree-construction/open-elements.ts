import { moved, take } from './memory.ts'
import { ALL_BOUNDS, BOUNDS_ITEMS, BOUNDS_SCOPE, flagsOf, IS_SPECIAL } from './tag-flags.ts'
import { Tag } from './tags.ts'

/** The tag of all SVG and MathML elements, whose names have no meaning for the rules of HTML. */
export const FOREIGN: i32 = 0

/** SVG and MathML elements with a higher kind contain HTML, and bound searches. */
const MATHML_AND_SVG: i32 = 3

/** The fields of an open element; a row has 2⁵ = 32 bytes. */
const ROW: i32 = 5
const NODE: usize = 0
const TAG: usize = 4
/** Index of the next lower open element with the same tag. */
const SAME: usize = 8
const SCOPE: usize = 12
const SPECIAL: usize = 16
const BARRIER: usize = 20
/** Properties of an SVG or MathML element. */
const KIND: usize = 24

const FIRST_DEPTH: i32 = 256
const FIRST_TAGS: i32 = 512

/**
 * The stack of open elements. Each row has the index of the topmost element, at or below it, that bounds a search. This
 * answers each of the standard's questions about the stack in constant time, however deep the stack is.
 */
export class Open {
  /** Index of the current element; -1 for none. */
  static top: i32 = -1
  static deepest: i32 = 0
  static room: i32 = 0
  static rows: usize = 0
  /** By tag: index of its topmost open element; -1 for none. */
  static last: usize = 0
  static tags: i32 = 0
}

export function resetOpen(): void {
  Open.top = -1
  Open.deepest = 0
  Open.room = FIRST_DEPTH
  Aside.room = 0
  Open.rows = take(FIRST_DEPTH << ROW)
  Open.tags = FIRST_TAGS
  Open.last = take(FIRST_TAGS << 2)
  memory.fill(Open.last, 0xff, FIRST_TAGS << 2)
}

function rowOf(index: i32): usize {
  return Open.rows + ((<usize>index) << ROW)
}

export function nodeAt(index: i32): i32 {
  return load<i32>(rowOf(index), NODE)
}

export function tagAt(index: i32): i32 {
  return load<i32>(rowOf(index), TAG)
}

export function setNodeAt(index: i32, node: i32): void {
  store<i32>(rowOf(index), node, NODE)
}

export function specialAt(index: i32): i32 {
  return load<i32>(rowOf(index), SPECIAL)
}

export function barrierAt(index: i32): i32 {
  return load<i32>(rowOf(index), BARRIER)
}

export function kindOfTop(): i32 {
  return load<i32>(rowOf(Open.top), KIND)
}

export function topTag(): i32 {
  return tagAt(Open.top)
}

export function topNode(): i32 {
  return nodeAt(Open.top)
}

/** Returns the index of the topmost open element of a tag, or -1. */
export function lastOf(tag: i32): i32 {
  return tag < Open.tags ? load<i32>(Open.last + ((<usize>tag) << 2)) : -1
}

/** Opens an HTML element. */
export function push(node: i32, tag: i32): void {
  pushWith(node, tag, flagsOf(tag), 0)
}

/** Opens an SVG or MathML element. */
export function pushForeign(node: i32, kind: i32): void {
  pushWith(node, FOREIGN, kind > MATHML_AND_SVG ? ALL_BOUNDS : 0, kind)
}

function pushWith(node: i32, tag: i32, bounds: i32, kind: i32): void {
  const index = ++Open.top
  if (index > Open.deepest) Open.deepest = index
  if (index === Open.room) widen()
  if (tag >= Open.tags) widenTags(tag)
  const row = rowOf(index)
  const last = Open.last + ((<usize>tag) << 2)
  const below = row - (1 << ROW)
  store<i32>(row, node, NODE)
  store<i32>(row, tag, TAG)
  store<i32>(row, load<i32>(last), SAME)
  store<i32>(row, kind, KIND)
  store<i32>(last, index)
  const isFirst = index === 0
  store<i32>(row, bounds & BOUNDS_SCOPE ? index : isFirst ? -1 : load<i32>(below, SCOPE), SCOPE)
  store<i32>(row, bounds & IS_SPECIAL ? index : isFirst ? -1 : load<i32>(below, SPECIAL), SPECIAL)
  store<i32>(row, bounds & BOUNDS_ITEMS ? index : isFirst ? -1 : load<i32>(below, BARRIER), BARRIER)
}

export function pop(): void {
  const row = rowOf(Open.top)
  store<i32>(Open.last + ((<usize>load<i32>(row, TAG)) << 2), load<i32>(row, SAME))
  Open.top--
}

/** Closes the element at `index` and all above it. */
export function popFrom(index: i32): void {
  while (Open.top >= index && Open.top > 0) pop()
}

export function popThrough(tag: i32): void {
  popFrom(lastOf(tag))
}

export function inScope(tag: i32): bool {
  const index = lastOf(tag)
  return index >= 0 && index >= load<i32>(rowOf(Open.top), SCOPE)
}

export function inButtonScope(tag: i32): bool {
  return inScope(tag) && lastOf(tag) >= lastOf(Tag.BUTTON)
}

export function inListScope(tag: i32): bool {
  return inScope(tag) && lastOf(tag) >= max(lastOf(Tag.OL), lastOf(Tag.UL))
}

export function inTableScope(tag: i32): bool {
  const index = lastOf(tag)
  return index >= 0 && index >= lastOf(Tag.TABLE) && index >= lastOf(Tag.TEMPLATE)
}

/** Returns the index of an open element, or -1. */
export function indexOf(node: i32, tag: i32): i32 {
  let index = lastOf(tag)
  while (index >= 0 && nodeAt(index) !== node) index = load<i32>(rowOf(index), SAME)
  return index
}

/** Removes elements from the stack, or inserts one (0 for none), and keeps the elements above them open. */
export function splice(index: i32, removed: i32, node: i32, tag: i32): void {
  const first = index + removed
  const count = max(Open.top + 1 - first, 0)
  putAside(first, count)
  while (Open.top >= index) pop()
  if (node !== 0) push(node, tag)
  for (let at = 0; at < count; at++) pushAgain(Aside.rows + ((<usize>at) << ROW))
}

/** A copy of the elements above, while the stack below them changes. */
class Aside {
  static rows: usize = 0
  static room: i32 = 0
}

function putAside(first: i32, count: i32): void {
  if (count > Aside.room) {
    Aside.room = count << 1
    Aside.rows = take(Aside.room << ROW)
  }
  memory.copy(Aside.rows, rowOf(first), (<usize>count) << ROW)
}

function pushAgain(row: usize): void {
  const tag = load<i32>(row, TAG)
  if (tag === FOREIGN) pushForeign(load<i32>(row, NODE), load<i32>(row, KIND))
  else push(load<i32>(row, NODE), tag)
}

function widen(): void {
  Open.rows = moved(Open.rows, Open.room << ROW, Open.room << (ROW + 1))
  Open.room <<= 1
}

function widenTags(tag: i32): void {
  const before = Open.tags << 2
  Open.tags = tag << 1
  Open.last = moved(Open.last, before, Open.tags << 2)
  memory.fill(Open.last + before, 0xff, (Open.tags << 2) - before)
}
