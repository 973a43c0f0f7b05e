import { List } from './list.ts'
import { NO_WORDS } from './words.ts'

/** The insertion modes of the standard. */
export enum Mode {
  BeforeHtml,
  BeforeHead,
  InHead,
  AfterHead,
  InBody,
  InTable,
  InCaption,
  InColumnGroup,
  InTableBody,
  InRow,
  InCell,
  InTemplate,
  AfterBody,
  InFrameset,
  AfterFrameset,
}

/** The state of tree construction, and the current token. */
export class Build {
  static mode: i32 = Mode.BeforeHtml
  static head: i32 = 0
  static form: i32 = 0
  /** Whether the page is in quirks mode, as it is without a doctype. */
  static quirks: bool = true
  /** Steps that the page may still spend on moving nodes. */
  static budget: i64 = 0
  /** Whether a comment precedes the next text, which then does not continue the previous one. */
  static isParted: bool = false
  /** Whether content that a table cannot hold is inserted before the table. */
  static fosters: bool = false
  /** Whether `noscript` in the body is parsed as an ordinary element. */
  static opensNoscript: bool = false
  /** Whether a `frameset` can no longer replace the body. */
  static hasContent: bool = false
  /** Offset after the current token. */
  static at: i32 = 0
  static tag: i32 = 0
  static from: i32 = 0
  static to: i32 = 0
  /** Bits of the words in the class and id of the tag. */
  static words: i32 = NO_WORDS
}

/** Modes of the open templates. */
export const templates = new List()

/** White space between head and body, as triples of name, from and to. It is inserted when the head is complete. */
export const blanks = new List()

/** Steps that every page has, plus one per byte. */
const LEAST_STEPS: i64 = 100_000

export function resetBuild(length: i32, opensNoscript: bool): void {
  templates.reset()
  blanks.reset()
  Build.mode = Mode.BeforeHtml
  Build.head = 0
  Build.form = 0
  Build.quirks = true
  Build.budget = LEAST_STEPS + length
  Build.isParted = false
  Build.fosters = false
  Build.opensNoscript = opensNoscript
  Build.hasContent = false
  Build.at = 0
  Build.tag = 0
}

/**
 * Spends steps besides the one per token. Returns false if none are left. This keeps the time for a page in proportion to
 * its length: a page that needs more steps than any real page is completed without them.
 */
export function spend(steps: i32): bool {
  Build.budget -= steps
  return Build.budget >= 0
}

export function inTemplate(): bool {
  return templates.length > 0
}
