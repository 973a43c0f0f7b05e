import { TAG } from '../tree/names.ts'
import { ALL_BOUNDS, BOUNDS, BOUNDS_ITEMS, BOUNDS_SCOPE, IS_SPECIAL, TAGS } from './tag-sets.ts'

/** The tag of elements of SVG and MathML, whose names mean nothing to the rules of HTML. */
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
  /** Of elements of SVG and MathML: what they are. */
  kinds: Int32Array
  /** By tag: index of its topmost open element, -1 for none. */
  last: Int32Array
  deepest: number
}

export const createOpenElements = (): OpenElements => {
  const column = () => new Int32Array(256)
  const open = { top: -1, nodes: column(), tags: column(), same: column(), scopes: column() }
  return {
    ...open,
    specials: column(),
    barriers: column(),
    kinds: column(),
    last: new Int32Array(256).fill(-1),
    deepest: 0,
  }
}

/** Opens an element; `kind` is for one of SVG or MathML. */
export function push(open: OpenElements, node: number, tag: number, kind = 0): void {
  const index = ++open.top
  if (index > open.deepest) open.deepest = index
  if (index === open.nodes.length) widenStack(open)
  if (tag >= open.last.length) open.last = widened(open.last, tag * 2, -1)
  open.nodes[index] = node
  open.tags[index] = tag
  open.same[index] = open.last[tag]!
  open.last[tag] = index
  const bounds = tag === FOREIGN ? boundsOf(kind) : tag < TAGS ? BOUNDS[tag]! : 0
  if (tag === FOREIGN) open.kinds[index] = kind
  open.scopes[index] = bounds & BOUNDS_SCOPE ? index : below(open.scopes, index)
  open.specials[index] = bounds & IS_SPECIAL ? index : below(open.specials, index)
  open.barriers[index] = bounds & BOUNDS_ITEMS ? index : below(open.barriers, index)
}

/** Elements of SVG and MathML that contain HTML bound searches. */
const boundsOf = (kind: number) => (kind > MATHML_AND_SVG ? ALL_BOUNDS : 0)

const MATHML_AND_SVG = 3

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
  const above: number[] = []
  for (let at = index + removed; at <= open.top; at++)
    above.push(open.nodes[at]!, open.tags[at]!, open.kinds[at]!)
  while (open.top >= index) pop(open)
  if (node) push(open, node, tag)
  for (let at = 0; at < above.length; at += 3) push(open, above[at]!, above[at + 1]!, above[at + 2]!)
}

function widenStack(open: OpenElements): void {
  for (const column of ['nodes', 'tags', 'same', 'scopes', 'specials', 'barriers', 'kinds'] as const)
    open[column] = widened(open[column], open[column].length * 2, 0)
}

function widened(column: Int32Array, length: number, filling: number): Int32Array {
  const wider = new Int32Array(length).fill(filling)
  wider.set(column)
  return wider
}
