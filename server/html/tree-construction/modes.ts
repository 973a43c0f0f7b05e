import { Build, Mode } from './build.ts'
import { TAGS } from './tag-flags.ts'

/** What is done with a token, which stands in `Build`. */
export type Rule = () => void

/** Bytes of the rules for the start tags, or the end tags, of a mode: one for each tag, and behind these one for all others. */
const RULES: i32 = (TAGS + 1) << 2

const MODES: i32 = Mode.AfterFrameset + 1

/** Rules are called by their numbers. */
const starts = memory.data(MODES * RULES)
const ends = memory.data(MODES * RULES)
const texts = memory.data(MODES << 2)

/** Rules of a mode for tags that no other rule is for, and for text. */
export function addMode(mode: i32, otherStart: Rule, otherEnd: Rule, text: Rule): void {
  for (let tag = 0; tag <= TAGS; tag++) {
    store<u32>(startOf(mode, tag), otherStart.index)
    store<u32>(endOf(mode, tag), otherEnd.index)
  }
  store<u32>(texts + ((<usize>mode) << 2), text.index)
}

/** A mode with the rules of another one, but for those that are added. */
export function extendMode(mode: i32, other: i32): void {
  memory.copy(startOf(mode, 0), startOf(other, 0), RULES)
  memory.copy(endOf(mode, 0), endOf(other, 0), RULES)
  store<u32>(texts + ((<usize>mode) << 2), load<u32>(texts + ((<usize>other) << 2)))
}

/** The rule for some start tags; the one that is added last counts. */
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

/** The current tag is for the rules of the mode. */
export function startTag(): void {
  startBy(Build.mode)
}

export function endTag(): void {
  endBy(Build.mode)
}

/** The current text is for the rules of the mode. */
export function text(): void {
  call_indirect<void>(load<u32>(texts + ((<usize>Build.mode) << 2)))
}

/** For tokens that a mode passes over. */
export function ignore(): void {}
