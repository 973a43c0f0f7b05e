/** A page's text beside the codes of its characters, which loops read many times faster than a text. */
export interface Source {
  text: string
  /** A byte for each character; those beyond Latin-1 stand as 255, which no rule asks for. A zero stands past the last one. */
  codes: Uint8Array
  /** Whether there are NUL characters, which stand as 255, too. */
  hasNul: boolean
}

const NUL = '\0'
const REPLACEMENT = '\ufffd'

const PIECE = 1 << 15
const piece = new Uint16Array(PIECE)
const pieceBytes = Buffer.from(piece.buffer)

export function createSource(text: string): Source {
  const codes = new Uint8ClampedArray(text.length + 1)
  for (let at = 0; at < text.length; at += PIECE) {
    const written = pieceBytes.write(text.slice(at, at + PIECE), 'utf16le') >> 1
    codes.set(written < PIECE ? piece.subarray(0, written) : piece, at)
  }
  const hasNul = text.includes(NUL)
  if (hasNul) codes.subarray(0, text.length).forEach(hideNul)
  return { text, codes: new Uint8Array(codes.buffer), hasNul }
}

function hideNul(code: number, at: number, codes: Uint8ClampedArray): void {
  if (code === 0) codes[at] = 255
}

/** A text with what the tokenizer puts in place of NUL characters. */
export const withoutNul = (text: string, instead = REPLACEMENT): string => text.replaceAll(NUL, instead)
