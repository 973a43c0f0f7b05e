import { readAttributes } from '../read/attributes.ts'
import { addNode } from '../tree/tree.ts'
import { type Build, handOver, insert, spend } from './build.ts'
import { indexOf, push, topNode } from './open-elements.ts'

/** Bounds the formatting elements of a cell, a caption, a template or an object. */
export const MARKER = -1

/** Formatting elements alike that stay active: the standard's Noah's Ark clause. */
const ALIKE = 3
const MAX_ACTIVE = 200
/** What a copy costs of the steps that a page may take. */
const COPY_STEPS = 4

export const tagOf = ({ tree }: Build, node: number): number => tree.name[node]!

export const openIndex = (build: Build, node: number): number => indexOf(build.open, node, tagOf(build, node))

export const setMarker = ({ formatting }: Build): void => {
  formatting.push(MARKER)
}

export function clearToMarker({ formatting }: Build): void {
  const marker = formatting.lastIndexOf(MARKER)
  formatting.length = Math.max(0, marker)
}

/** Opens the element of the tag at hand, which goes on in the paragraphs and cells behind it until it is closed. */
export function insertFormatting(build: Build): void {
  insert(build)
  dropAlike(build, topNode(build.open))
  build.formatting.push(topNode(build.open))
  if (build.formatting.length > MAX_ACTIVE) handOver(build, 'too many open formatting elements')
}

/** Opens again what was closed with its paragraph or cell but not by an end tag of its own. */
export function reconstruct(build: Build): void {
  const { formatting } = build
  const isLive = (index: number) => formatting[index] === MARKER || openIndex(build, formatting[index]!) >= 0
  let index = formatting.length
  while (index > 0 && !isLive(index - 1)) index--
  for (; index < formatting.length; index++) {
    spend(build, COPY_STEPS)
    const copy = copyOf(build, formatting[index]!, topNode(build.open))
    push(build.open, copy, tagOf(build, copy))
    formatting[index] = copy
  }
}

/** A new element with the name and the attributes of another one. */
export function copyOf({ tree }: Build, node: number, parent: number): number {
  return addNode(tree, tree.name[node]!, parent, tree.from[node]!, tree.to[node]!)
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
  const start = formatting.lastIndexOf(MARKER) + 1
  const named = formatting.slice(start).filter(other => tagOf(build, other) === tagOf(build, node))
  if (named.length < ALIKE) return
  const alike = named.filter(other => isAlike(build, other, node))
  if (alike.length >= ALIKE) formatting.splice(formatting.indexOf(alike[0]!), 1)
}

function isAlike({ tree }: Build, one: number, other: number): boolean {
  const [mine, theirs] = [readAttributes(tree, one), readAttributes(tree, other)]
  return mine.size === theirs.size && [...mine].every(([name, value]) => theirs.get(name) === value)
}
