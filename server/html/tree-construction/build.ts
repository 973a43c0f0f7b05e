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
  InSelect,
  InSelectInTable,
  InTemplate,
  AfterBody,
  InFrameset,
  AfterFrameset,
}

/** What is known of the page while its tree is built, and the token that is read. */
export class Build {
  static mode: i32 = Mode.BeforeHtml
  static head: i32 = 0
  static form: i32 = 0
  /** Whether a page keeps to the rules of old browsers, as one without a doctype does. */
  static quirks: bool = true
  /** Steps that may still be spent on moving nodes. */
  static budget: i64 = 0
  /** Whether a comment stood before what comes next. */
  static isParted: bool = false
  /** Whether what a table cannot hold is put before it. */
  static fosters: bool = false
  /** Whether `noscript` in the body is an element like others. */
  static opensNoscript: bool = false
  /** Whether frames may no longer take the place of the body. */
  static hasContent: bool = false
  /** Place behind the current token. */
  static at: i32 = 0
  static tag: i32 = 0
  static from: i32 = 0
  static to: i32 = 0
  /** Marks of the words in the tag's class and id. */
  static words: i32 = NO_WORDS
}

/** Modes of the open templates. */
export const templates = new List()

/** White space between head and body, in threes: name, from, to. It comes after all of the head. */
export const blanks = new List()

/** Steps for small pages, beside one for each byte. */
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
 * Spends steps that are not one per token; false when there are none left. The time for a page stays in proportion to
 * its length that way: one that asks for more than the standard's rules ask on any real page is finished without them.
 */
export function spend(steps: i32): bool {
  Build.budget -= steps
  return Build.budget >= 0
}

export function inTemplate(): bool {
  return templates.length > 0
}
