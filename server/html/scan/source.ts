import { bytesOf, type Markup } from '../markup.ts'
import { CLOSE, lowerText } from './characters.ts'

/**
 * A page as it came: UTF-8. All that markup is made of is one byte each, so that loops read bytes, and text is cut out
 * only where it is asked for. Places in a page are places of bytes.
 */
export interface Source {
  bytes: PageBytes
  /** The place behind the last `>`. A tag that starts there or later never ends, and is none. */
  tagsTo: number
  /** Whether there are NUL characters, which the tokenizer drops or replaces. */
  hasNul: boolean
  /** What lies around the plain text that was cut out last. */
  near: { from: number; text: string }
}

/** With the method that `toString` calls behind its checks, which take as long as cutting out a short text. */
interface PageBytes extends Buffer {
  utf8Slice(from: number, to: number): string
  latin1Slice(from: number, to: number): string
}

/** Bytes around a plain text that are made a string at once: what is read of a page mostly stands close together. */
const NEAR = 4_096

const NUL = '\0'
const REPLACEMENT = '\ufffd'

/** Bytes are not copied: they have to stay as they are for as long as the page is read. */
export function createSource(page: Markup): Source {
  const bytes = bytesOf(page) as PageBytes
  return {
    bytes,
    tagsTo: bytes.lastIndexOf(CLOSE) + 1,
    hasNul: bytes.includes(0),
    near: { from: 0, text: '' },
  }
}

/** The text between two places. */
export const cut = ({ bytes }: Source, from: number, to: number): string => bytes.utf8Slice(from, to)

/** The same of a text that is all ASCII: a part of a string is had in a fifth of the time that bytes take. */
export function cutPlain(source: Source, from: number, to: number): string {
  const { near, bytes } = source
  if (from < near.from || to > near.from + near.text.length) {
    if (to - from > NEAR) return bytes.latin1Slice(from, to)
    near.from = from
    near.text = bytes.latin1Slice(from, Math.min(from + NEAR, bytes.length))
  }
  return near.text.slice(from - near.from, to - near.from)
}

/** A text with what the tokenizer puts in place of NUL characters. */
export const withoutNul = (text: string, instead = REPLACEMENT): string =>
  text.includes(NUL) ? text.replaceAll(NUL, instead) : text

/** A name between two places, as the tree has it. */
export const nameIn = (source: Source, from: number, to: number): string =>
  lowerText(withoutNul(cut(source, from, to)))
