import { NO_WORDS } from '../scan/words.ts'
import { TAG } from '../tree/names.ts'
import { move } from '../tree/reorder.ts'
import { addNode, KEPT_TEXT, MORE_TEXT, RAW_TEXT, ROOT, TEXT } from '../tree/tree.ts'
import type { Build } from './build.ts'
import { push, topNode, topTag } from './open-elements.ts'
import { has, TABLE_STRUCTURE } from './tag-sets.ts'

const parentOf = ({ open }: Build) => (open.top < 0 ? ROOT : topNode(open))

/** Adds a node to the current element: "the appropriate place for inserting a node". */
export function addHere(build: Build, name: number, from: number, to: number, words = NO_WORDS): number {
  const node = addNode(build.tree, name, parentOf(build), from, to, words)
  if (build.fosters && has(TABLE_STRUCTURE, topTag(build.open))) putBeforeTable(build, node)
  return node
}

/** Foster parenting: a node goes before the innermost table, unless a template is open in that. */
export function putBeforeTable({ tree, open, moves }: Build, node: number): void {
  const table = open.last[TAG.TABLE]!
  const template = open.last[TAG.TEMPLATE]!
  if (template > table || table < 0) {
    tree.parent[node] = open.nodes[Math.max(template, 0)]!
    move(moves, node, tree.count)
  } else {
    tree.parent[node] = tree.parent[open.nodes[table]!]!
    move(moves, node, open.nodes[table]!)
  }
}

/** Opens the element of the current tag. */
export function insert(build: Build): void {
  const { open, tag, from, to, words } = build
  push(open, addHere(build, tag, from, to, words), tag)
}

/** Adds the element of the current tag, which has no content. */
export function append(build: Build): void {
  const { tag, from, to, words } = build
  addHere(build, tag, from, to, words)
}

/** Opens an element that no tag stands for. */
export function insertImplied(build: Build, tag: number): void {
  const { open, from } = build
  push(open, addHere(build, tag, from, from), tag)
}

/** Adds the current text to the current element, as one with the text that it ends in. */
export function appendText(build: Build, name = TEXT): void {
  const { tree, isParted, fosters, from, to } = build
  const last = tree.count - 1
  const endsInText = tree.name[last] === TEXT || tree.name[last] === MORE_TEXT
  const goesOn = name === TEXT && endsInText && !isParted && !fosters && tree.parent[last] === parentOf(build)
  addHere(build, goesOn ? MORE_TEXT : name, from, to)
  build.isParted = false
}

/** Adds to the current element what stands up to `to`, all of it text. `decoded` is for one in which character references count. */
export function appendRawText(build: Build, to: number, decoded: boolean): void {
  const { tree, open, at } = build
  if (at < to) addNode(tree, decoded ? KEPT_TEXT : RAW_TEXT, topNode(open), at, to)
}
