import { html, parse } from 'parse5'
import { findIn, readAttributesBetween } from '../read/attributes.ts'
import { charactersBetween } from '../read/characters.ts'
import { cut, type Source } from '../scan/source.ts'

/** What tree construction rarely asks of the texts of a page; places are those of its bytes. See `tree-construction/host.ts`. */
export function questionsTo(page: () => Source) {
  const attribute = (from: number, to: number, name: string) => findIn(page(), from, to, name)
  return {
    isOldDoctype: (from: number, to: number) => isOldDoctype(cut(page(), from, to)),
    hasSameAttributes: (from: number, to: number, otherFrom: number, otherTo: number) =>
      isSame(readAttributesBetween(page(), from, to), readAttributesBetween(page(), otherFrom, otherTo)),
    isOldFont: (from: number, to: number) => OLD_FONT.some(name => attribute(from, to, name) !== null),
    holdsHtml: (from: number, to: number) => HTML_ENCODING.test(attribute(from, to, 'encoding') ?? ''),
    isHidden: (from: number, to: number) => attribute(from, to, 'type')?.toLowerCase() === 'hidden',
    isShown: (name: number, from: number, to: number) =>
      SHOWN.test(charactersBetween(page(), name, from, to)),
    lengthOfBlank: (from: number, to: number) => lengthOf(BLANK, page(), from, to),
    lengthOfLineBreak: (from: number, to: number) => lengthOf(LINE_BREAK, page(), from, to),
  }
}

/** Only parse5 knows all doctypes that ask for the rules of old browsers. */
const isOldDoctype = (doctype: string): boolean =>
  !/^<!doctype html>$/i.test(doctype) && parse(doctype).mode === html.DOCUMENT_MODE.QUIRKS

const isSame = (mine: Map<string, string>, theirs: Map<string, string>): boolean =>
  mine.size === theirs.size && [...mine].every(([name, value]) => theirs.get(name) === value)

const OLD_FONT = ['color', 'face', 'size']

const HTML_ENCODING = /^(?:text\/html|application\/xhtml\+xml)$/i

const SHOWN = /[^\t\n\f\r \ufffd]/

/** White space that is written as a reference. */
const BLANK =
  /^&(?:#0*(?:9|10|12|13|32)(?![0-9]);?|#[xX]0*(?:9|[aA]|[cC]|[dD]|20)(?![0-9a-fA-F]);?|Tab;|NewLine;)/

/** A line break that is written as a reference, and is not part of a longer number. */
const LINE_BREAK = /^&(?:#0*10(?![0-9]);?|#x0*a(?![0-9a-f]);?|NewLine;)/i

/** No reference that counts is longer, but for one with dozens of zeros. */
const LONGEST = 64

/** How long a character reference of this kind is that starts here; 0 where there is none. */
const lengthOf = (reference: RegExp, source: Source, from: number, to: number): number =>
  reference.exec(cut(source, from, Math.min(from + LONGEST, to)))?.[0].length ?? 0
