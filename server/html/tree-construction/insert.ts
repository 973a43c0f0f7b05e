import { Build } from './build.ts'
import { move } from './moves.ts'
import { lastOf, nodeAt, Open, push, topNode, topTag } from './open-elements.ts'
import { has, TABLE_STRUCTURE } from './tag-flags.ts'
import { Tag } from './tags.ts'
import {
  addNode,
  KEPT_TEXT,
  MORE_TEXT,
  nameOf,
  parentOf,
  RAW_TEXT,
  ROOT,
  setParent,
  TEXT,
  Tree,
} from './tree.ts'
import { NO_WORDS } from './words.ts'

function parentHere(): i32 {
  return Open.top < 0 ? ROOT : topNode()
}

/** Adds a node to the current element: "the appropriate place for inserting a node". */
export function addHere(name: i32, from: i32, to: i32, words: i32): i32 {
  const node = addNode(name, parentHere(), from, to, words)
  if (Build.fosters && has(TABLE_STRUCTURE, topTag())) putBeforeTable(node)
  return node
}

/** Foster parenting: a node goes before the innermost table, unless a template is open in that. */
export function putBeforeTable(node: i32): void {
  const table = lastOf(Tag.TABLE)
  const template = lastOf(Tag.TEMPLATE)
  if (template > table || table < 0) {
    setParent(node, nodeAt(max(template, 0)))
    move(node, Tree.count)
  } else {
    setParent(node, parentOf(nodeAt(table)))
    move(node, nodeAt(table))
  }
}

/** Opens the element of the current tag. */
export function insert(): void {
  push(addHere(Build.tag, Build.from, Build.to, Build.words), Build.tag)
}

/** Adds the element of the current tag, which has no content. */
export function append(): void {
  addHere(Build.tag, Build.from, Build.to, Build.words)
}

/** Opens an element that no tag stands for. */
export function insertImplied(tag: i32): void {
  push(addHere(tag, Build.from, Build.from, NO_WORDS), tag)
}

/** Adds the current text to the current element, as one with the text that it ends in. */
export function appendText(): void {
  const last = Tree.count - 1
  const name = nameOf(last)
  const endsInText = name === TEXT || name === MORE_TEXT
  const goesOn = endsInText && !Build.isParted && !Build.fosters && parentOf(last) === parentHere()
  addHere(goesOn ? MORE_TEXT : TEXT, Build.from, Build.to, NO_WORDS)
  Build.isParted = false
}

/** The same of a text of foreign content, which stands for itself. */
export function appendKeptText(): void {
  addHere(KEPT_TEXT, Build.from, Build.to, NO_WORDS)
  Build.isParted = false
}

/** Adds to the current element what stands up to `to`, all of it text. `decoded` is for one in which character references count. */
export function appendRawText(to: i32, decoded: bool): void {
  if (Build.at < to) addNode(decoded ? KEPT_TEXT : RAW_TEXT, topNode(), Build.at, to, NO_WORDS)
}
