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

/** Adds a node at "the appropriate place for inserting a node". */
export function addHere(name: i32, from: i32, to: i32, words: i32): i32 {
  const node = addNode(name, parentHere(), from, to, words)
  if (Build.fosters && has(TABLE_STRUCTURE, topTag())) putBeforeTable(node)
  return node
}

/** Foster parenting: moves a node before the innermost table, or into the innermost template if that is inside the table. */
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

/** Adds the element of the current tag without opening it, since it has no content. */
export function append(): void {
  addHere(Build.tag, Build.from, Build.to, Build.words)
}

/** Opens an element that has no tag in the page. */
export function insertImplied(tag: i32): void {
  push(addHere(tag, Build.from, Build.from, NO_WORDS), tag)
}

/** Adds the current text to the current element. If the element ends in a text, this one continues it. */
export function appendText(): void {
  const last = Tree.count - 1
  const name = nameOf(last)
  const endsInText = name === TEXT || name === MORE_TEXT
  const goesOn = endsInText && !Build.isParted && !Build.fosters && parentOf(last) === parentHere()
  addHere(goesOn ? MORE_TEXT : TEXT, Build.from, Build.to, NO_WORDS)
  Build.isParted = false
}

/** Adds a text of foreign content, which never continues another text. */
export function appendKeptText(): void {
  addHere(KEPT_TEXT, Build.from, Build.to, NO_WORDS)
  Build.isParted = false
}

/** Adds everything up to `to` as text. `decoded` says whether the text contains character references. */
export function appendRawText(to: i32, decoded: bool): void {
  if (Build.at < to) addNode(decoded ? KEPT_TEXT : RAW_TEXT, topNode(), Build.at, to, NO_WORDS)
}
