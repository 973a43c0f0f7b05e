import type { Source } from '../scan/source.ts'
import { TAG } from '../tree/names.ts'
import { addNode, createTree, RAW_TEXT, ROOT, TEXT, type Tree } from '../tree/tree.ts'
import {
  createOpenElements,
  type OpenElements,
  pop,
  popFrom,
  popThrough,
  push,
  topNode,
  topTag,
} from './open-elements.ts'
import { has, IMPLIED_END, TAGS } from './tag-sets.ts'

/** What is done with a token. The token itself stands in the build. */
export type Rule = (build: Build) => void

/** An insertion mode of the standard: rules by tag, and those for text. */
export interface Mode {
  start: Rule[]
  end: Rule[]
  otherStart: Rule
  otherEnd: Rule
  /** The text stands between `from` and `to` of the build. */
  text: Rule
}

/** The modes of the standard by their names. */
export type ModeName =
  | 'beforeHtml'
  | 'beforeHead'
  | 'inHead'
  | 'afterHead'
  | 'inBody'
  | 'inTable'
  | 'inCaption'
  | 'inColumnGroup'
  | 'inTableBody'
  | 'inRow'
  | 'inCell'
  | 'inSelect'
  | 'inSelectInTable'
  | 'inTemplate'
  | 'afterBody'

export type Modes = Record<ModeName, Mode>

/** A tree while it is built, with the token at hand. */
export interface Build {
  source: Source
  tree: Tree
  open: OpenElements
  mode: Mode
  modes: Modes
  /** Modes of the open templates. */
  templates: Mode[]
  /** Nodes of the active formatting elements; `MARKER` bounds them. */
  formatting: number[]
  /** When a node was put elsewhere: the number of nodes that there were. */
  moved: Map<number, number>
  head: number
  form: number
  /** White space between head and body, as places in the source: it comes after all of the head. */
  blanks: [from: number, to: number][]
  /** Whether a page keeps to the rules of old browsers, as one without a doctype does. */
  quirks: boolean
  /** Steps that may still be spent on moving nodes. */
  budget: number
  /** Why the tree has to be built by parse5; null as long as it has not. */
  reason: string | null
  /** Place behind the token at hand. */
  at: number
  tag: number
  from: number
  to: number
  /** Marks of the words in the tag's class and id. */
  words: number
}

const STEPS_PER_CHARACTER = 4

export const createBuild = (source: Source, modes: Modes): Build => ({
  source,
  tree: createTree(source),
  open: createOpenElements(),
  mode: modes.beforeHtml,
  modes,
  templates: [],
  formatting: [],
  moved: new Map(),
  head: 0,
  form: 0,
  blanks: [],
  quirks: true,
  budget: 1_000 + STEPS_PER_CHARACTER * source.text.length,
  reason: null,
  at: 0,
  tag: 0,
  from: 0,
  to: 0,
  words: 0,
})

/** Leaves the page to parse5. */
export function handOver(build: Build, reason: string): void {
  build.reason ??= reason
}

export const handingOver =
  (reason: string): Rule =>
  build =>
    handOver(build, reason)

/** Spends steps that are not one per token, so that the time for a page stays in proportion to its length. */
export function spend(build: Build, steps: number): void {
  build.budget -= steps
  if (build.budget < 0) handOver(build, 'too many nodes are moved')
}

export const startTag: Rule = build =>
  (build.tag < TAGS ? build.mode.start[build.tag]! : build.mode.otherStart)(build)

export const endTag: Rule = build =>
  (build.tag < TAGS ? build.mode.end[build.tag]! : build.mode.otherEnd)(build)

/** Goes on in another mode with the same token, for which `rule` is. */
export function goOn(build: Build, mode: ModeName, rule: Rule): void {
  build.mode = build.modes[mode]
  rule(build)
}

/** The text at hand is for the rules of the mode. */
export const text: Rule = build => build.mode.text(build)

const parentOf = ({ open }: Build) => (open.top < 0 ? ROOT : topNode(open))

/** Opens the element of the tag at hand. */
export function insert(build: Build): void {
  const { tree, open, tag, from, to, words } = build
  push(open, addNode(tree, tag, parentOf(build), from, to, words), tag)
}

/** Adds the element of the tag at hand, which has no content. */
export function append({ tree, open, tag, from, to, words }: Build): void {
  addNode(tree, tag, topNode(open), from, to, words)
}

/** Opens an element that no tag stands for. */
export function insertImplied(build: Build, tag: number): void {
  const { tree, open, from } = build
  push(open, addNode(tree, tag, parentOf(build), from, from), tag)
}

/** Adds the text at hand to the current element. */
export function appendText({ tree, open, from, to }: Build): void {
  addNode(tree, TEXT, topNode(open), from, to)
}

/** Adds to the current element what stands up to `to`, all of it text. `decoded` is for one in which character references count. */
export function appendRawText(build: Build, to: number, decoded: boolean): void {
  const { tree, open, at } = build
  if (at < to) addNode(tree, decoded ? TEXT : RAW_TEXT, topNode(open), at, to)
}

/** Closes elements whose end tags may be left out, but none of `except`. */
export function closeImplied({ open }: Build, except = -1, implied = IMPLIED_END): void {
  while (has(implied, topTag(open)) && topTag(open) !== except) pop(open)
}

/** Closes the topmost element of a tag with all that stands in it. */
export function closeElement(build: Build, tag: number, except = tag): void {
  closeImplied(build, except)
  popThrough(build.open, tag)
}

/** Closes all elements above the topmost one of these tags. */
export function clearBackTo({ open }: Build, tags: readonly number[]): void {
  let index = Math.max(open.last[TAG.HTML]!, open.last[TAG.TEMPLATE]!)
  for (const tag of tags) index = Math.max(index, open.last[tag]!)
  popFrom(open, index + 1)
}
