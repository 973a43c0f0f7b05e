import { createSpan, nextAttribute, TAG_ENDS } from './attribute-spans.ts'
import { CLOSE, isFolded, SLASH } from './characters.ts'
import type { Source } from './source.ts'
import { NO_WORDS, wordsOf } from './words.ts'

const passed = createSpan()

/** What is known of a tag beside its name. */
export interface TagEnd {
  /** Place of its `>`; the length of the source where it never ends. */
  to: number
  /** Marks of the words in its class and id. */
  words: number
}

/** Finds the end of a tag whose attributes start here. */
export function readTagEnd(source: Source, from: number, end: TagEnd): void {
  const { bytes } = source
  end.words = NO_WORDS
  end.to = from
  if (bytes[from] === CLOSE) return
  let at = nextAttribute(source, from, passed)
  for (; at !== TAG_ENDS; at = nextAttribute(source, at, passed)) {
    if (isWordy(bytes, passed.nameFrom, passed.nameTo))
      end.words |= wordsOf(bytes, passed.valueFrom, passed.valueTo)
  }
  end.to = passed.nameFrom
}

/** Whether an attribute is `class` or `id`, in any case. */
const isWordy = (bytes: Uint8Array, from: number, to: number): boolean =>
  to - from === 5 ? isFolded(bytes, from, 'class') : to - from === 2 && isFolded(bytes, from, 'id')

/** The place of the `>` of a tag whose attributes start here; the length of the source where it never ends. */
export function endOfTag(source: Source, from: number): number {
  for (let at = from; at !== TAG_ENDS; ) at = nextAttribute(source, at, passed)
  return passed.nameFrom
}

/** Whether a tag ends in `/>`, where that is no end of a value without quotes. */
export function isSelfClosing(source: Source, from: number, to: number): boolean {
  if (source.bytes[to - 1] !== SLASH) return false
  let at = from
  for (let next = at; next !== TAG_ENDS; next = nextAttribute(source, at, passed)) at = next
  return at < to
}
