import { readAttributes } from '../read/attributes.ts'
import { addNode, type Tree } from '../tree/tree.ts'
import { type Build, spend } from './build.ts'
import { addHere, insert } from './insert.ts'
import { indexOf, push, topNode } from './open-elements.ts'

/** Bounds the formatting elements of a cell, a caption, a template or an object. */
export const MARKER = -1

/** Formatting elements alike that stay active: the standard's Noah's Ark clause. */
const ALIKE = 3

const MAX_ACTIVE = 200

/** Active elements that are still compared when a page has spent its steps. */
const FEW = 8

/** What a copy costs of the steps that a page may take. */
const COPY_STEPS = 16

export const tagOf = ({ tree }: Build, node: number): number => tree.name[node]!

export const openIndex = (build: Build, node: number): number => indexOf(build.open, node, tagOf(build, node))

export const setMarker = ({ formatting }: Build): void => {
  formatting.push(MARKER)
}

export function clearToMarker({ formatting }: Build): void {
  while (formatting.length > 0 && formatting.pop() !== MARKER);
}

/** Opens the element of the current tag, which goes on in the paragraphs and cells behind it until it is closed. */
export function insertFormatting(build: Build): void {
  insert(build)
  dropAlike(build, topNode(build.open))
  build.formatting.push(topNode(build.open))
  if (build.formatting.length > MAX_ACTIVE) build.formatting.shift()
}

/** Opens again what was closed with its paragraph or cell but not by an end tag of its own. */
export function reconstruct(build: Build): void {
  const { formatting } = build
  let index = formatting.length
  if (index === 0 || build.budget < 0 || isLive(build, formatting[index - 1]!)) return
  while (index > 0 && !isLive(build, formatting[index - 1]!)) index--
  for (; index < formatting.length; index++) {
    if (!spend(build, COPY_STEPS)) return
    const copy = copyHere(build, formatting[index]!)
    push(build.open, copy, tagOf(build, copy))
    formatting[index] = copy
  }
}

const isLive = (build: Build, node: number) => node === MARKER || openIndex(build, node) >= 0

function copyHere(build: Build, node: number): number {
  const { name, from, to, words } = build.tree
  return addHere(build, name[node]!, from[node]!, to[node]!, words[node]!)
}

/** A new element with the name and the attributes of another one. */
export function copyOf({ tree }: Build, node: number, parent: number): number {
  return addNode(tree, tree.name[node]!, parent, tree.from[node]!, tree.to[node]!, tree.words[node]!)
}

/** Index among the active formatting elements of the last one of a tag behind the last marker; -1 for none. */
export function lastActive(build: Build, tag: number): number {
  const { formatting } = build
  for (let index = formatting.length - 1; index >= 0 && formatting[index] !== MARKER; index--) {
    if (tagOf(build, formatting[index]!) === tag) return index
  }
  return -1
}

function dropAlike(build: Build, node: number): void {
  const { formatting } = build
  const lowest = build.budget < 0 ? Math.max(0, formatting.length - FEW) : 0
  let alike = 0
  for (let index = formatting.length - 1; index >= lowest && formatting[index] !== MARKER; index--) {
    if (isAlike(build, formatting[index]!, node) && ++alike === ALIKE) dropActive(build, index)
  }
}

/** Takes an element out of the active ones; they are few, and the loop is faster than what arrays have for it. */
function dropActive({ formatting }: Build, index: number): void {
  for (let at = index + 1; at < formatting.length; at++) formatting[at - 1] = formatting[at]!
  formatting.pop()
}

/** Whether two elements have the same name and the same attributes, in any order. */
function isAlike(build: Build, one: number, other: number): boolean {
  const { tree } = build
  const { name, from, to, words, source } = tree
  if (name[one] !== name[other] || words[one] !== words[other]) return false
  const length = to[one]! - from[one]!
  if (isSame(source.bytes, from[one]!, from[other]!, length + 1)) return true
  return length > 0 && spend(build, length) && hasSameAttributes(tree, one, other)
}

function isSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[one + i] !== bytes[other + i]) return false
  return true
}

function hasSameAttributes(tree: Tree, one: number, other: number): boolean {
  const [mine, theirs] = [readAttributes(tree, one), readAttributes(tree, other)]
  return mine.size === theirs.size && [...mine].every(([name, value]) => theirs.get(name) === value)
}
