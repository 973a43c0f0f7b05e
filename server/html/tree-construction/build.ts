import type { Source } from '../scan/source.ts'
import type { Moves } from '../tree/reorder.ts'
import { createTree, type Tree } from '../tree/tree.ts'
import { createOpenElements, type OpenElements } from './open-elements.ts'
import { TAGS } from './tag-sets.ts'

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
  | 'inFrameset'
  | 'afterFrameset'

export type Modes = Record<ModeName, Mode>

/** A tree while it is built, with the current token. */
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
  moves: Moves
  head: number
  form: number
  /** White space between head and body, as places in the source: it comes after all of the head. */
  blanks: [name: number, from: number, to: number][]
  /** Whether a page keeps to the rules of old browsers, as one without a doctype does. */
  quirks: boolean
  /** Steps that may still be spent on moving nodes. */
  budget: number
  /** Whether a comment stood before what comes next. */
  isParted: boolean
  /** Whether what a table cannot hold is put before it. */
  fosters: boolean
  /** Whether `noscript` in the body is an element like others. */
  opensNoscript: boolean
  /** Whether frames may no longer take the place of the body. */
  hasContent: boolean
  /** Place behind the current token. */
  at: number
  tag: number
  from: number
  to: number
  /** Marks of the words in the tag's class and id. */
  words: number
}

/** Steps for small pages, beside one for each byte. */
const LEAST_STEPS = 100_000

export const createBuild = (source: Source, modes: Modes): Build => ({
  source,
  tree: createTree(source),
  open: createOpenElements(),
  mode: modes.beforeHtml,
  modes,
  templates: [],
  formatting: [],
  moves: { nodes: [], before: [] },
  head: 0,
  form: 0,
  blanks: [],
  quirks: true,
  budget: LEAST_STEPS + source.bytes.length,
  isParted: false,
  fosters: false,
  opensNoscript: false,
  hasContent: false,
  at: 0,
  tag: 0,
  from: 0,
  to: 0,
  words: 0,
})

/**
 * Spends steps that are not one per token; false when there are none left. The time for a page stays in proportion to
 * its length that way: one that asks for more than the standard's rules ask on any real page is finished without them.
 */
export function spend(build: Build, steps: number): boolean {
  build.budget -= steps
  return build.budget >= 0
}

export const startBy = (mode: Mode, build: Build): void =>
  (build.tag < TAGS ? mode.start[build.tag]! : mode.otherStart)(build)

export const endBy = (mode: Mode, build: Build): void =>
  (build.tag < TAGS ? mode.end[build.tag]! : mode.otherEnd)(build)

/** The current tag is for the rules of the mode. */
export const startTag: Rule = build => startBy(build.mode, build)

export const endTag: Rule = build => endBy(build.mode, build)

/** Goes on in another mode with the same token, for which `rule` is. */
export function goOn(build: Build, mode: ModeName, rule: Rule): void {
  build.mode = build.modes[mode]
  rule(build)
}

/** The current text is for the rules of the mode. */
export const text: Rule = build => build.mode.text(build)
