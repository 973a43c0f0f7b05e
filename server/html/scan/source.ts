import { bytesOf, type Markup } from '../markup.ts'
import { CLOSE, lowerText } from './characters.ts'

/**
 * The bytes of a page in UTF-8. All markup characters are one byte each, so loops read bytes, and text is cut out only when
 * it is needed. Positions in a page are byte offsets.
 */
export interface MarkupSource {
  bytes: PageBytes
  /** The offset after the last `>`. A tag that starts there or later never ends, so it is not a tag. */
  tagsTo: number
  /** Whether the page has NUL characters, which the tokenizer drops or replaces. */
  hasNul: boolean
  /** The text around the plain text that was cut out last. */
  near: { from: number; text: string }
}

/** Methods that `toString` calls after its checks, which take as long as cutting out a short text. */
interface PageBytes extends Buffer {
  utf8Slice(from: number, to: number): string
  latin1Slice(from: number, to: number): string
}

/** Number of bytes around a plain text that are decoded at once, since most reads are close to the previous one. */
const WINDOW_BYTES = 4_096

const NUL = '\0'
const REPLACEMENT = '\ufffd'

/** Creates the source of a page. Bytes are not copied: they must not change while the page is read. */
export function createSource(page: Markup): MarkupSource {
  const bytes = bytesOf(page) as PageBytes
  return {
    bytes,
    tagsTo: bytes.lastIndexOf(CLOSE) + 1,
    hasNul: bytes.includes(0),
    near: { from: 0, text: '' },
  }
}

/** Returns the text between two offsets. */
export const cut = ({ bytes }: MarkupSource, from: number, to: number): string => bytes.utf8Slice(from, to)

/** Returns an ASCII text between two offsets. Slicing a string takes a fifth of the time of decoding bytes. */
export function cutPlain(source: MarkupSource, from: number, to: number): string {
  const { near, bytes } = source
  if (from < near.from || to > near.from + near.text.length) {
    if (to - from > WINDOW_BYTES) return bytes.latin1Slice(from, to)
    near.from = from
    near.text = bytes.latin1Slice(from, Math.min(from + WINDOW_BYTES, bytes.length))
  }
  return near.text.slice(from - near.from, to - near.from)
}

/** Replaces NUL characters as the tokenizer does. */
export const withoutNul = (text: string, instead = REPLACEMENT): string =>
  text.includes(NUL) ? text.replaceAll(NUL, instead) : text

/** Returns a name between two offsets, as it is stored in the tree. */
export const nameIn = (source: MarkupSource, from: number, to: number): string =>
  lowerText(withoutNul(cut(source, from, to)))
