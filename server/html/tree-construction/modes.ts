import { Build, Mode } from './build.ts'
import { TAGS } from './tag-flags.ts'

/** Handles the token in `Build`. */
export type Rule = () => void

/**
 * Bytes of the rules for the start tags, or for the end tags, of a mode: a rule for each tag, then one for all other tags.
 */
const RULES: i32 = (TAGS + 1) << 2

const MODES: i32 = Mode.AfterFrameset + 1

/** Indexes of the rules in the function table. */
const starts = memory.data(MODES * RULES)
const ends = memory.data(MODES * RULES)
const texts = memory.data(MODES << 2)

/** Sets the rules of a mode for text, and for tags without a rule of their own. */
export function addMode(mode: i32, otherStart: Rule, otherEnd: Rule, text: Rule): void {
  for (let tag = 0; tag <= TAGS; tag++) {
    store<u32>(startOf(mode, tag), otherStart.index)
    store<u32>(endOf(mode, tag), otherEnd.index)
  }
  store<u32>(texts + ((<usize>mode) << 2), text.index)
}

/** Copies the rules of another mode, to which further rules can be added. */
export function extendMode(mode: i32, other: i32): void {
  memory.copy(startOf(mode, 0), startOf(other, 0), RULES)
  memory.copy(endOf(mode, 0), endOf(other, 0), RULES)
  store<u32>(texts + ((<usize>mode) << 2), load<u32>(texts + ((<usize>other) << 2)))
}

/** Sets the rule for some start tags, replacing earlier ones. */
export function onStart(mode: i32, tags: StaticArray<i32>, rule: Rule): void {
  for (let i = 0; i < tags.length; i++) store<u32>(startOf(mode, tags[i]), rule.index)
}

export function onEnd(mode: i32, tags: StaticArray<i32>, rule: Rule): void {
  for (let i = 0; i < tags.length; i++) store<u32>(endOf(mode, tags[i]), rule.index)
}

function startOf(mode: i32, tag: i32): usize {
  return starts + <usize>(mode * RULES) + ((<usize>min(tag, TAGS)) << 2)
}

function endOf(mode: i32, tag: i32): usize {
  return ends + <usize>(mode * RULES) + ((<usize>min(tag, TAGS)) << 2)
}

export function startBy(mode: i32): void {
  call_indirect<void>(load<u32>(startOf(mode, Build.tag)))
}

export function endBy(mode: i32): void {
  call_indirect<void>(load<u32>(endOf(mode, Build.tag)))
}

/** Handles the current start tag by the rules of the mode. */
export function startTag(): void {
  startBy(Build.mode)
}

export function endTag(): void {
  endBy(Build.mode)
}

/** Handles the current text by the rules of the mode. */
export function text(): void {
  call_indirect<void>(load<u32>(texts + ((<usize>Build.mode) << 2)))
}

/** The rule for tokens that a mode ignores. */
export function ignore(): void {}
