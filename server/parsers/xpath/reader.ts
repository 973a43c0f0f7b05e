import type { Expression } from './expressions.ts'
import type { Token } from './tokens.ts'

/** The tokens, and the index of the next one. */
export interface TokenReader {
  tokens: Token[]
  at: number
  /** Parses a complete expression inside another one. */
  readExpression(reader: TokenReader): Expression
}

export const peek = ({ tokens, at }: TokenReader): Token => tokens[at]!

export const next = (reader: TokenReader): Token => reader.tokens[reader.at++]!

/** Consumes one of these signs if it is next. */
export function takeSign(reader: TokenReader, ...signs: string[]): string | undefined {
  const { kind, text } = peek(reader)
  if (kind !== 'sign' || !signs.includes(text)) return undefined
  reader.at++
  return text
}

export function expectSign(reader: TokenReader, sign: string): void {
  if (!takeSign(reader, sign)) throw unexpectedToken(reader, `${JSON.stringify(sign)} is missing`)
}

export function unexpectedToken(reader: TokenReader, problem?: string): Error {
  const { kind, text } = peek(reader)
  const found = kind === 'end' ? 'the end' : JSON.stringify(text)
  return new Error(problem ? `${problem} before ${found}.` : `It cannot continue with ${found}.`)
}
