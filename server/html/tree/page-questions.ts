import { html, parse } from 'parse5'
import { findIn, readAttributesBetween } from '../read/attributes.ts'
import { charactersBetween } from '../read/characters.ts'
import { cut, type MarkupSource } from '../scan/source.ts'

/**
 * Answers the rare questions of tree construction about texts; positions are byte offsets. See `tree-construction/host.ts`.
 */
export function questionsTo(page: () => MarkupSource) {
  const attribute = (from: number, to: number, name: string) => findIn(page(), from, to, name)
  return {
    isOldDoctype: (from: number, to: number) => isOldDoctype(cut(page(), from, to)),
    hasSameAttributes: (from: number, to: number, otherFrom: number, otherTo: number) =>
      isSame(readAttributesBetween(page(), from, to), readAttributesBetween(page(), otherFrom, otherTo)),
    isOldFont: (from: number, to: number) => OLD_FONT.some(name => attribute(from, to, name) !== null),
    holdsHtml: (from: number, to: number) => HTML_ENCODING.test(attribute(from, to, 'encoding') ?? ''),
    isHidden: (from: number, to: number) => attribute(from, to, 'type')?.toLowerCase() === 'hidden',
    isShown: (name: number, from: number, to: number) =>
      VISIBLE.test(charactersBetween(page(), name, from, to)),
    lengthOfBlank: (from: number, to: number) => lengthOf(BLANK, page(), from, to),
    lengthOfLineBreak: (from: number, to: number) => lengthOf(LINE_BREAK, page(), from, to),
  }
}

/** Only parse5 knows all doctypes that request quirks mode. */
const isOldDoctype = (doctype: string): boolean =>
  !/^<!doctype html>$/i.test(doctype) && parse(doctype).mode === html.DOCUMENT_MODE.QUIRKS

const isSame = (mine: Map<string, string>, theirs: Map<string, string>): boolean =>
  mine.size === theirs.size && [...mine].every(([name, value]) => theirs.get(name) === value)

const OLD_FONT = ['color', 'face', 'size']

const HTML_ENCODING = /^(?:text\/html|application\/xhtml\+xml)$/i

const VISIBLE = /[^\t\n\f\r \ufffd]/

/** A character reference for white space. */
const BLANK =
  /^&(?:#0*(?:9|10|12|13|32)(?![0-9]);?|#[xX]0*(?:9|[aA]|[cC]|[dD]|20)(?![0-9a-fA-F]);?|Tab;|NewLine;)/

/** A character reference for a line break, not part of a longer number. */
const LINE_BREAK = /^&(?:#0*10(?![0-9]);?|#x0*a(?![0-9a-f]);?|NewLine;)/i

/** Maximum length of a character reference; only one with dozens of zeros is longer. */
const MAX_REFERENCE_LENGTH = 64

/** Returns the length of the character reference of this kind at `from`, or 0 if there is none. */
const lengthOf = (reference: RegExp, source: MarkupSource, from: number, to: number): number =>
  reference.exec(cut(source, from, Math.min(from + MAX_REFERENCE_LENGTH, to)))?.[0].length ?? 0
