import { createSpan, nextAttribute, TAG_ENDS } from './attribute-spans.ts'
import { CLOSE, isFolded, SLASH } from './characters.ts'
import { NO_WORDS, wordsOf } from './words.ts'

const passed = createSpan()

/** What is told of a tag beside its name. */
export interface TagEnd {
  /** Place of its `>`; the length of the source where it never ends. */
  to: number
  /** Marks of the words in its class and id. */
  words: number
}

/** Finds the end of a tag whose attributes start here. */
export function readTagEnd(source: string, from: number, end: TagEnd): void {
  end.words = NO_WORDS
  end.to = from
  if (source.charCodeAt(from) === CLOSE) return
  let at = nextAttribute(source, from, passed)
  for (; at !== TAG_ENDS; at = nextAttribute(source, at, passed)) {
    if (isWordy(source, passed.nameFrom, passed.nameTo))
      end.words |= wordsOf(source, passed.valueFrom, passed.valueTo)
  }
  end.to = Math.min(passed.nameFrom, source.length)
}

/** Whether an attribute is `class` or `id`, in any case. */
const isWordy = (source: string, from: number, to: number): boolean =>
  to - from === 5 ? isFolded(source, from, 'class') : to - from === 2 && isFolded(source, from, 'id')

/** The place of the `>` of a tag whose attributes start here; the length of the source where it never ends. */
export function endOfTag(source: string, from: number): number {
  for (let at = from; at !== TAG_ENDS; ) at = nextAttribute(source, at, passed)
  return Math.min(passed.nameFrom, source.length)
}

/** Whether a tag ends in `/>`, where that is no end of a value without quotes. */
export function isSelfClosing(source: string, from: number, to: number): boolean {
  if (source.charCodeAt(to - 1) !== SLASH) return false
  let at = from
  for (let next = at; next !== TAG_ENDS; next = nextAttribute(source, at, passed)) at = next
  return at < to
}
