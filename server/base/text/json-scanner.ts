import { randomInt } from 'node:crypto'
import {
  itemTooLarge,
  type LongList,
  MAX_DEPTH,
  MAX_NAMES,
  MAX_PART_BYTES,
  MAX_VALUES,
  restTooLarge,
  tooDeep,
  tooManyItems,
  tooManyNames,
  tooManyValues,
} from './json-limits.ts'

/** A list or object that has not ended, and the offsets of the last name of the object. */
interface OpenContainer {
  isList: boolean
  nameStart: number
  nameEnd: number
}

/** A place at which to cut a body, to parse it in pieces: a comma, or between two characters of a long text. */
export interface JsonCut {
  /** Where the piece before it ends. */
  end: number
  /** Where the next piece starts: behind the comma. */
  next: number
  /** The lists and objects around it, from the outermost. */
  containers: readonly OpenContainer[]
  /** Where the text starts that it divides; null for a comma. */
  textStart: number | null
}

interface ScannerOptions {
  pieceBytes?: number
  /** Winnow has written the JSON itself, so that it has no limits. */
  isTrusted?: boolean
}

/** Byte offsets of the content of a long list; `end` is 0 until it has ended. */
interface ListPosition {
  start: number
  end: number
}

/** Bytes of a large body that are parsed at a time: V8 reuses the memory of texts up to about this size. */
const PIECE_BYTES = 65_536
/** How many of the last bytes of a chunk are tried as the place of a cut in a text. */
const CUT_TRIES = 16
/** Digits of an escape such as `\\u00e4`. */
const ESCAPE_DIGITS = 4
/** Longest field name that an error shows. */
const MAX_NAME = 100
/** Differs with each start, so that nobody can choose names with the same hash. */
const SEED = randomInt(2 ** 32)
/** Up to this distance, a loop finds the end of a string sooner than `indexOf`, which has a cost per call. */
const NEAR = 24

const LOWER_U = 0x75
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Counts levels, values, names and items of a JSON body while it arrives, so that a body over the limits is refused before
 * it is parsed or even completely received. Does not check the syntax: `JSON.parse` sees every byte.
 */
export function createJsonScanner(
  list?: LongList,
  { pieceBytes = PIECE_BYTES, isTrusted = false }: ScannerOptions = {},
) {
  let offset = 0
  const containers: OpenContainer[] = []
  let values = 0
  let inString = false
  /** Where the last string starts and ends, and whether it can only be a value. */
  let textStart = 0
  let textEnd = 0
  let isValue = false
  let isBehindColon = false
  const cuts: JsonCut[] = []
  /** Where the piece after the last cut starts. */
  let pieceStart = 0
  /** The previous chunk ended in the middle of an escape. */
  let endsInEscape = false
  /** The last string, which is a field name if a colon follows. For a string of an earlier chunk, only its hash. */
  let lastText: Span | number = SEED
  const names = new Set<number>()
  /** The last string outside all lists and inner objects. */
  let lastOuter: string | Span = ''
  let field: string | Span = ''
  let items = 0
  let itemStart = 0
  let position: ListPosition | null = null
  let isListRepeated = false

  const isInList = () => containers.length === 2 && position !== null && position.end === 0

  /** Returns the index behind the string that begins or continues at `from`, or the length of the chunk if it does not end there. */
  function skipString(chunk: Buffer, from: number): number {
    const wasEscaped = endsInEscape
    for (let at = from; ; ) {
      const quote = quoteIn(chunk, at)
      const end = quote < 0 ? chunk.length : quote
      const isEscaped = endsEscaped(chunk, at, end, endsInEscape)
      if (quote < 0) {
        if (isValue && offset + end - pieceStart >= pieceBytes) cutText(chunk, from, wasEscaped)
        endsInEscape = isEscaped
        return end
      }
      endsInEscape = false
      at = quote + 1
      if (isEscaped) continue
      inString = false
      textEnd = offset + quote
      lastText = { chunk, from, to: quote }
      if (containers.length === 1) lastOuter = lastText
      return at
    }
  }

  function openText(at: number): void {
    inString = true
    textStart = at + 1
    isValue = isBehindColon || containers.at(-1)?.isList !== false
    isBehindColon = false
  }

  /** Notes a cut in the text that continues beyond this chunk. `from` is where the rest of the text starts in it. */
  function cutText(chunk: Buffer, from: number, wasEscaped: boolean): void {
    const last = chunk.length - 1
    for (let at = last; at > last - CUT_TRIES && at > from + ESCAPE_DIGITS; at--) {
      if (!isBetweenCharacters(chunk, from, at, wasEscaped)) continue
      cut(offset + at, offset + at, textStart)
      return
    }
  }

  function cut(end: number, next: number, textStart: number | null): void {
    cuts.push({ end, next, containers: containers.map(container => ({ ...container })), textStart })
    pieceStart = next
  }

  function open(isList: boolean, at: number): void {
    containers.push({ isList, nameStart: 0, nameEnd: 0 })
    isBehindColon = false
    if (containers.length > MAX_DEPTH && !isTrusted) throw tooDeep(textOf(field))
    if (isList && containers.length === 2 && list && textOf(field) === list.field) beginList(at + 1)
  }

  function beginList(start: number): void {
    if (position) isListRepeated = true
    position = { start, end: 0 }
    items = 1
    itemStart = start
  }

  function close(at: number): void {
    if (isInList()) {
      checkSize(at)
      position!.end = at
    }
    containers.pop()
  }

  /** Checks the size of what ends at `end` or is still arriving. A list that is repeated counts as a whole. */
  function checkSize(end: number): void {
    if (!list) return
    const split = isListRepeated ? null : position
    if (split?.end === 0) {
      if (end - itemStart > MAX_PART_BYTES) throw itemTooLarge(`${list.field}[${items - 1}]`)
    } else if (end - (split ? split.end - split.start : 0) > MAX_PART_BYTES)
      throw restTooLarge(list, textOf(field))
  }

  function colon(): void {
    isBehindColon = true
    const container = containers.at(-1)
    if (container) {
      container.nameStart = textStart
      container.nameEnd = textEnd
    }
    if (isTrusted) return
    names.add(typeof lastText === 'number' ? lastText : hashOf(lastText))
    if (containers.length === 1) field = lastOuter
    if (names.size > MAX_NAMES) throw tooManyNames(textOf(field))
  }

  function comma(at: number): void {
    if (++values > MAX_VALUES && !isTrusted) throw tooManyValues(textOf(field))
    isBehindColon = false
    if (containers.length && at - pieceStart >= pieceBytes) cut(at, at + 1, null)
    if (!isInList()) return
    checkSize(at)
    itemStart = at + 1
    if (++items > list!.max) throw tooManyItems(list!)
  }

  return {
    /** Throws 400 or 413 as soon as a limit is exceeded. */
    add(chunk: Buffer): void {
      for (let at = 0; at < chunk.length; ) {
        if (inString) {
          at = skipString(chunk, at)
          continue
        }
        const byte = chunk[at]!
        if (byte === QUOTE) openText(offset + at)
        else if (byte === COMMA) comma(offset + at)
        else if (byte === COLON) colon()
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open(byte === OPEN_LIST, offset + at)
        else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) close(offset + at)
        at++
      }
      offset += chunk.length
      checkSize(offset)
      // The caller may free the memory of the chunk from here on.
      if (typeof lastText !== 'number') lastText = hashOf(lastText)
      lastOuter = textOf(lastOuter)
      field = textOf(field)
    },
    /** Where to cut the body to parse it in pieces. */
    cuts: (): readonly JsonCut[] => cuts,
  }
}

/**
 * Throws 400 if a short body, which is completely available, is nested too deeply. Most bodies have fewer opening brackets
 * than the allowed number of levels; counting those takes a third of the time.
 */
export function checkShort(body: Buffer): void {
  let openingBrackets = 0
  // With this bit set, both opening brackets are the same byte.
  for (let at = 0; at < body.length; at++) if ((body[at]! | 0x20) === OPEN_OBJECT) openingBrackets++
  if (openingBrackets > MAX_DEPTH) createJsonScanner().add(body)
}

/** A string in a chunk. It is decoded only if needed, which is rare. */
interface Span {
  chunk: Buffer
  from: number
  to: number
}

/** Returns the decoded string, or '' if it is too long to be shown. */
const textOf = (text: string | Span): string => {
  if (typeof text === 'string') return text
  const { chunk, from, to } = text
  return to - from <= MAX_NAME ? chunk.toString('utf8', from, to) : ''
}

/** FNV hash of a string. Almost all different strings have different hashes. */
function hashOf({ chunk, from, to }: Span): number {
  let hash = SEED
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ chunk[at]!, 16_777_619)
  return hash
}

/** Returns the index of the next quote, or -1. */
function quoteIn(chunk: Buffer, from: number): number {
  const near = Math.min(from + NEAR, chunk.length)
  for (let at = from; at < near; at++) if (chunk[at] === QUOTE) return at
  return chunk.indexOf(QUOTE, near)
}

/** Whether a text, whose rest starts at `from`, may be cut before `at`: neither in an escape nor in a character of several bytes. */
function isBetweenCharacters(chunk: Buffer, from: number, at: number, wasEscaped: boolean): boolean {
  const isContinuation = (chunk[at]! & 0xc0) === 0x80
  if (isContinuation || endsEscaped(chunk, from, at, wasEscaped)) return false
  for (let u = at - ESCAPE_DIGITS; u < at; u++)
    if (chunk[u] === LOWER_U && endsEscaped(chunk, from, u, wasEscaped)) return false
  return true
}

/** Whether the character at `end` is escaped: an odd number of backslashes precedes it. */
function endsEscaped(chunk: Buffer, from: number, end: number, wasEscaped: boolean): boolean {
  let at = end
  while (at > from && chunk[at - 1] === BACKSLASH) at--
  const backslashes = end - at + (at === from && wasEscaped ? 1 : 0)
  return backslashes % 2 === 1
}
