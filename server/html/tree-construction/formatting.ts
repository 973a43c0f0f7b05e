import { differInOne } from './attributes.ts'
import { Build, spend } from './build.ts'
import { isSame } from './characters.ts'
import { hasSameAttributes } from './host.ts'
import { addHere, insert } from './insert.ts'
import { List } from './list.ts'
import { indexOf, push, topNode } from './open-elements.ts'
import { addNode, fromOf, nameOf, toOf, wordsIn } from './tree.ts'

/** Marks the start of a cell, caption, template or object in the list. */
const MARKER: i32 = -1

/** Number of equal formatting elements that stay active: the standard's Noah's Ark clause. */
const ALIKE: i32 = 3

const MAX_ACTIVE: i32 = 200

/** Number of active elements that are still compared after a page has spent its steps. */
const FEW: i32 = 8

/** Steps that a copy costs. */
const COPY_STEPS: i32 = 16

/** Nodes of the active formatting elements, with `MARKER` between groups. */
export const formatting = new List()

export function openIndex(node: i32): i32 {
  return indexOf(node, nameOf(node))
}

export function setMarker(): void {
  formatting.push(MARKER)
}

export function clearToMarker(): void {
  while (formatting.length > 0 && formatting.pop() !== MARKER);
}

/** Opens the element of the current tag, which is reopened in the following paragraphs and cells until its end tag. */
export function insertFormatting(): void {
  insert()
  dropAlike(topNode())
  formatting.push(topNode())
  if (formatting.length > MAX_ACTIVE) formatting.remove(0)
}

/** Reopens the formatting elements that were closed together with their paragraph or cell, not by their own end tag. */
export function reconstruct(): void {
  let index = formatting.length
  if (index === 0 || Build.budget < 0 || isLive(formatting.at(index - 1))) return
  while (index > 0 && !isLive(formatting.at(index - 1))) index--
  for (; index < formatting.length; index++) {
    if (!spend(COPY_STEPS)) return
    const node = formatting.at(index)
    const copy = addHere(nameOf(node), fromOf(node), toOf(node), wordsIn(node))
    push(copy, nameOf(copy))
    formatting.set(index, copy)
  }
}

function isLive(node: i32): bool {
  return node === MARKER || openIndex(node) >= 0
}

/** Creates an element with the name and the attributes of another one. */
export function copyOf(node: i32, parent: i32): i32 {
  return addNode(nameOf(node), parent, fromOf(node), toOf(node), wordsIn(node))
}

/** Returns the index of the last active formatting element of a tag after the last marker, or -1. */
export function lastActive(tag: i32): i32 {
  for (let index = formatting.length - 1; index >= 0 && formatting.at(index) !== MARKER; index--) {
    if (nameOf(formatting.at(index)) === tag) return index
  }
  return -1
}

function dropAlike(node: i32): void {
  const lowest = Build.budget < 0 ? max(0, formatting.length - FEW) : 0
  let alike = 0
  for (let index = formatting.length - 1; index >= lowest && formatting.at(index) !== MARKER; index--) {
    if (isAlike(formatting.at(index), node) && ++alike === ALIKE) formatting.remove(index)
  }
}

/** Whether two elements have the same name and the same attributes, in any order. */
function isAlike(one: i32, other: i32): bool {
  if (nameOf(one) !== nameOf(other) || wordsIn(one) !== wordsIn(other)) return false
  const length = toOf(one) - fromOf(one)
  if (isSame(fromOf(one), fromOf(other), length + 1)) return true
  if (length === 0 || !spend(length) || differInOne(fromOf(one), fromOf(other))) return false
  return hasSameAttributes(fromOf(one), toOf(one), fromOf(other), toOf(other))
}
