import { TAG } from '../tree/names.ts'
import { ALL_BOUNDS, BOUNDS, BOUNDS_ITEMS, BOUNDS_SCOPE, IS_SPECIAL, TAGS } from './tag-sets.ts'

/** The tag of elements of SVG, whose names mean nothing to the rules of HTML. */
export const FOREIGN = 0

/**
 * The stack of open elements. Beside each element stands the index of the topmost element at or below it that bounds
 * a search, so that each question of the standard to the stack is answered at once, however deep it is.
 */
export interface OpenElements {
  /** Index of the current element; -1 for none. */
  top: number
  nodes: Int32Array
  tags: Int32Array
  /** Index of the next open element below of the same tag. */
  same: Int32Array
  scopes: Int32Array
  specials: Int32Array
  barriers: Int32Array
  /** By tag: index of its topmost open element, -1 for none. */
  last: Int32Array
  deepest: number
}

export const createOpenElements = (): OpenElements => {
  const column = () => new Int32Array(256)
  const open = { top: -1, nodes: column(), tags: column(), same: column(), scopes: column() }
  return { ...open, specials: column(), barriers: column(), last: new Int32Array(256).fill(-1), deepest: 0 }
}

/** Opens an element. `bounds` marks one of SVG that contains HTML. */
export function push(open: OpenElements, node: number, tag: number, bounds = false): void {
  const index = ++open.top
  if (index > open.deepest) open.deepest = index
  if (index === open.nodes.length) widenStack(open)
  if (tag >= open.last.length) open.last = widened(open.last, tag * 2, -1)
  open.nodes[index] = node
  open.tags[index] = tag
  open.same[index] = open.last[tag]!
  open.last[tag] = index
  const kinds = bounds ? ALL_BOUNDS : tag < TAGS ? BOUNDS[tag]! : 0
  open.scopes[index] = kinds & BOUNDS_SCOPE ? index : below(open.scopes, index)
  open.specials[index] = kinds & IS_SPECIAL ? index : below(open.specials, index)
  open.barriers[index] = kinds & BOUNDS_ITEMS ? index : below(open.barriers, index)
}

const below = (column: Int32Array, index: number) => (index > 0 ? column[index - 1]! : -1)

export function pop(open: OpenElements): void {
  open.last[open.tags[open.top]!] = open.same[open.top]!
  open.top--
}

/** Closes what is open above `index`, and that itself. */
export function popFrom(open: OpenElements, index: number): void {
  while (open.top >= index && open.top > 0) pop(open)
}

export const popThrough = (open: OpenElements, tag: number): void => popFrom(open, open.last[tag]!)

export const topTag = (open: OpenElements): number => open.tags[open.top]!
export const topNode = (open: OpenElements): number => open.nodes[open.top]!

const scopeOf = (open: OpenElements) => open.scopes[open.top]!

export function inScope(open: OpenElements, tag: number): boolean {
  const index = open.last[tag]!
  return index >= 0 && index >= scopeOf(open)
}

export const inButtonScope = (open: OpenElements, tag: number): boolean =>
  inScope(open, tag) && open.last[tag]! >= open.last[TAG.BUTTON]!

export const inListScope = (open: OpenElements, tag: number): boolean =>
  inScope(open, tag) && open.last[tag]! >= Math.max(open.last[TAG.OL]!, open.last[TAG.UL]!)

export function inTableScope({ last }: OpenElements, tag: number): boolean {
  const index = last[tag]!
  return index >= 0 && index >= last[TAG.TABLE]! && index >= last[TAG.TEMPLATE]!
}

/** The index of an open element; -1 where it is not open. */
export function indexOf(open: OpenElements, node: number, tag: number): number {
  let index = open.last[tag]!
  while (index >= 0 && open.nodes[index] !== node) index = open.same[index]!
  return index
}

/** Takes an element out of the stack, or puts one in, with what is above it left open. */
export function splice(open: OpenElements, index: number, removed: number, node = 0, tag = 0): void {
  const above = open.nodes.slice(index + removed, open.top + 1)
  const tags = open.tags.slice(index + removed, open.top + 1)
  const bounds = open.scopes.slice(index + removed, open.top + 1)
  while (open.top >= index) pop(open)
  if (node) push(open, node, tag)
  above.forEach((kept, i) => {
    push(open, kept, tags[i]!, bounds[i] === index + removed + i)
  })
}

function widenStack(open: OpenElements): void {
  for (const column of ['nodes', 'tags', 'same', 'scopes', 'specials', 'barriers'] as const)
    open[column] = widened(open[column], open[column].length * 2, 0)
}

function widened(column: Int32Array, length: number, filling: number): Int32Array {
  const wider = new Int32Array(length).fill(filling)
  wider.set(column)
  return wider
}
