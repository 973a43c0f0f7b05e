import { randomUUID } from 'node:crypto'
import { createTurns, TURN_SIZE } from '../turns.ts'
import { createJsonScanner, type JsonCut } from './json-scanner.ts'
import { parseJson } from './parse-json.ts'

/** Bytes that are scanned between two looks at the time. */
const SCANNED_BYTES = 65_536

/** In a piece, the name of what continues the last field of an object. Nobody can know it. */
const CONTINUED = randomUUID()

/**
 * Parses JSON that a scanner has found places to cut in, like `parseJson`, and yields to the event loop between the pieces. Each
 * piece is parsed as a document of its own: the lists and objects around it are opened before it and closed after it. `start`
 * is where the JSON starts. Throws SyntaxError for invalid JSON.
 */
export async function parseInPieces(
  body: Buffer,
  start: number,
  cuts: readonly JsonCut[],
  parse: (json: string) => unknown = parseJson,
): Promise<unknown> {
  const turns = createTurns()
  const joiner = createJoiner(body)
  const write = createPieceWriter(body)
  let whole: unknown
  let from: JsonCut | undefined
  for (const to of [...cuts, undefined]) {
    if (turns.isOver()) await turns.next()
    const piece = parse(write(from?.next ?? start, to?.end ?? body.length, from, to))
    whole = from ? joiner.join(whole, piece, from, to) : piece
    from = to
  }
  return whole
}

/** Parses JSON that Winnow has written itself, like `JSON.parse`; if it is large, in pieces. */
export async function parseOwnJson(json: Buffer): Promise<unknown> {
  if (json.length <= TURN_SIZE) return JSON.parse(json.toString())
  const cuts = await cutsOf(json, createJsonScanner(undefined, { isTrusted: true }))
  return parseInPieces(json, 0, cuts, JSON.parse)
}

/**
 * Parses JSON that somebody else has written, like `parseJson`; if it is large, in pieces. Throws SyntaxError for invalid JSON,
 * and an AppError for JSON that exceeds the limits of a request body: nothing else could interrupt the seconds that some
 * megabytes of brackets or names take.
 */
export async function parseForeignJson(json: Buffer): Promise<unknown> {
  const cuts = await cutsOf(json, createJsonScanner())
  return parseInPieces(json, 0, json.length > TURN_SIZE ? cuts : [])
}

/** Returns where the scanner found that JSON can be cut. Throws the scanner's errors. */
async function cutsOf(
  json: Buffer,
  scanner: ReturnType<typeof createJsonScanner>,
): Promise<readonly JsonCut[]> {
  const turns = createTurns()
  for (let at = 0; at < json.length; at += SCANNED_BYTES) {
    scanner.add(json.subarray(at, at + SCANNED_BYTES))
    if (turns.isOver()) await turns.next()
  }
  return scanner.cuts()
}

/** Creates what returns the text of a piece. Joining strings would copy each piece once more, into new memory. */
function createPieceWriter(body: Buffer) {
  let buffer = Buffer.alloc(0)
  return (start: number, end: number, from: JsonCut | undefined, to: JsonCut | undefined): string => {
    const before = Buffer.from(from ? opening(from) : '')
    const after = Buffer.from(to ? closing(to) : '')
    const length = before.length + end - start + after.length
    if (length > buffer.length) buffer = Buffer.allocUnsafe(length * 2)
    before.copy(buffer)
    body.copy(buffer, before.length, start, end)
    after.copy(buffer, length - after.length)
    return buffer.toString('utf8', 0, length)
  }
}

/** Whether a cut divides the value inside the container at `level`, and not only the container. */
const dividesValue = ({ containers, textStart }: JsonCut, level: number) =>
  textStart !== null || level < containers.length - 1

function opening(cut: JsonCut): string {
  const brackets = cut.containers.map(({ isList }, level) => {
    if (isList) return '['
    return dividesValue(cut, level) ? `{"${CONTINUED}":` : '{'
  })
  return brackets.join('') + (cut.textStart === null ? '' : '"')
}

function closing({ containers, textStart }: JsonCut): string {
  const brackets = containers.map(({ isList }) => (isList ? ']' : '}')).reverse()
  return (textStart === null ? '' : '"') + brackets.join('')
}

/** Creates what joins a piece to the value of all pieces before it. */
function createJoiner(body: Buffer) {
  /** The parts of the text that is divided, which are joined once: its characters are copied only then. */
  let parts: string[] = []

  function joinAt(level: number, before: unknown, piece: unknown, from: JsonCut, to?: JsonCut): unknown {
    const container = from.containers[level]
    if (!container) return joinText(before as string, piece as string, from.textStart === to?.textStart)
    const joinValue = (one: unknown, other: unknown) => joinAt(level + 1, one, other, from, to)
    const join = dividesValue(from, level) ? joinValue : undefined
    if (container.isList) addItems(before as unknown[], piece as unknown[], join)
    else {
      const name = JSON.parse(body.toString('utf8', container.nameStart - 1, container.nameEnd + 1))
      addFields(before as Fields, piece as Fields, name, join)
    }
    return before
  }

  function joinText(before: string, piece: string, isContinued: boolean): string {
    if (!parts.length) parts.push(before)
    parts.push(piece)
    if (isContinued) return before
    const text = parts.join('')
    parts = []
    return text
  }

  return {
    join: (before: unknown, piece: unknown, from: JsonCut, to?: JsonCut) =>
      joinAt(0, before, piece, from, to),
  }
}

type Fields = Record<string, unknown>
type JoinValue = (before: unknown, piece: unknown) => unknown

function addItems(list: unknown[], piece: unknown[], join?: JoinValue): void {
  if (!list.length) throw new SyntaxError('A list starts with a comma.')
  if (!piece.length) throw new SyntaxError('A list ends with a comma.')
  if (join) piece[0] = join(list.pop(), piece[0])
  for (const item of piece) list.push(item)
}

/** `name` is that of the last field so far. */
function addFields(fields: Fields, piece: Fields, name: string, join?: JoinValue): void {
  if (!Object.hasOwn(fields, name)) throw new SyntaxError('An object starts with a comma.')
  const added = Object.entries(piece)
  if (!added.length) throw new SyntaxError('An object ends with a comma.')
  for (const [own, value] of added)
    if (join && own === CONTINUED) setField(fields, name, join(fields[name], value))
    else setField(fields, own, value)
}

/** An assignment to `__proto__` would not create a field. */
function setField(fields: Fields, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value
  else Object.defineProperty(fields, name, { value, writable: true, enumerable: true, configurable: true })
}
