import { TURN_SIZE } from '../turns.ts'

const [QUOTE, COMMA, COLON, BACKSLASH] = Buffer.from('",:\\')
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}')

const MAX_CHARACTER_BYTES = 4

/** A JSON value that would block other work if it was parsed at once, as text in pieces. These can be read once. */
export class LargeJson {
  readonly pieces: AsyncIterable<Buffer>

  constructor(pieces: AsyncIterable<Buffer>) {
    this.pieces = pieces
  }
}

/** A large list or object in such a value: the bytes of its text. */
export class LargePart {
  readonly pieces: readonly Buffer[]
  readonly size: number

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces
    this.size = sizeOf(pieces)
  }

  /** Returns the first characters of the text. */
  start(characters: number): string {
    const most = characters * MAX_CHARACTER_BYTES
    const bytes = Buffer.concat(this.pieces, Math.min(most, this.size))
    return bytes.toString().slice(0, characters)
  }
}

/** Returns the fields of an object that `JSON.stringify` has written; large lists and objects among them as `LargePart`. */
export async function fieldsOfLarge({ pieces }: LargeJson): Promise<Record<string, unknown>> {
  const splitter = createSplitter()
  for await (const piece of pieces) splitter.add(piece)
  return Object.fromEntries(splitter.fields())
}

/** Splits the text of an object, which arrives in pieces, into the texts of its fields. */
function createSplitter() {
  const fields: [name: string, value: Buffer[]][] = []
  let part: Buffer[] = []
  let from = 0
  let depth = 0
  let isInString = false
  /** Where to continue: behind the end of a piece that ends with a backslash. */
  let at = 0

  const endPart = (piece: Buffer): Buffer[] => {
    const ended = [...part, piece.subarray(from, at)]
    part = []
    from = at + 1
    return ended
  }

  const open = () => {
    if (++depth === 1) from = at + 1
  }

  const close = (piece: Buffer) => {
    if (--depth === 0) endValue(piece)
  }

  const endName = (piece: Buffer) => {
    fields.push([JSON.parse(Buffer.concat(endPart(piece)).toString()), []])
  }

  const endValue = (piece: Buffer) => {
    const value = endPart(piece)
    // An empty object has no field.
    if (fields.length) fields.at(-1)![1] = value
  }

  const skipString = (piece: Buffer) => {
    while (at < piece.length && piece[at] !== QUOTE) at += piece[at] === BACKSLASH ? 2 : 1
    isInString = at >= piece.length
  }

  const readByte = (piece: Buffer) => {
    const byte = piece[at]
    if (byte === QUOTE) isInString = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open()
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) close(piece)
    else if (depth === 1 && byte === COLON) endName(piece)
    else if (depth === 1 && byte === COMMA) endValue(piece)
    at++
  }

  return {
    add(piece: Buffer): void {
      from = 0
      while (at < piece.length) {
        if (isInString) {
          skipString(piece)
          if (!isInString) at++
        } else readByte(piece)
      }
      at -= piece.length
      part.push(piece.subarray(from))
    },
    fields: () => fields.map(([name, value]) => [name, parsed(value)] as const),
  }
}

const sizeOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

function parsed(pieces: Buffer[]): unknown {
  const first = pieces.find(({ length }) => length > 0)?.[0]
  const isNested = first === OPEN_LIST || first === OPEN_OBJECT
  return isNested && sizeOf(pieces) > TURN_SIZE
    ? new LargePart(pieces)
    : JSON.parse(Buffer.concat(pieces).toString())
}
