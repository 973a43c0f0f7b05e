import { type Expression, type Options, Parser, type Token } from 'acorn'
import type { Room } from './walk.ts'

/** What may still be parsed of the scripts of a page, whatever its rules ask for. */
export interface ParseRoom extends Room {
  /** A token takes about a quarter of a microsecond, and a hundred bytes while its expression is read. */
  tokens: number
  /** One token may be as long as the page. */
  characters: number
  /** Of what was parsed: nodes to evaluate, and the items and characters that calls copy. */
  work: number
}

export const createParseRoom = (literalNamed: Room['literalNamed']): ParseRoom => ({
  literalNamed,
  tokens: 1_000_000,
  characters: 64_000_000,
  work: 4_000_000,
})

/** Thrown at the token after the last one that there is room for. */
class TooManyTokens extends Error {}

/** What acorn offers to its plugins, and leaves out of its types. */
interface Internals {
  nextToken(): void
  parseMaybeAssign(): Expression
}

/** `parseExpressionAt` would read on behind a comma, through all of a minified script. */
class OneExpressionParser extends Parser {
  static parseOne(input: string, options: Options): Expression {
    const parser = new OneExpressionParser(options, input, 0) as unknown as Internals
    parser.nextToken()
    return parser.parseMaybeAssign()
  }
}

/**
 * The JavaScript expression that starts here, whatever follows it; 'wrong' where there is none, 'large' where there is no room
 * for it. Nothing is ever run.
 */
export function parseExpression(
  text: string,
  start: number,
  room: ParseRoom,
): Expression | 'wrong' | 'large' {
  if (room.tokens <= 0 || room.characters <= 0) return 'large'
  const input = text.slice(start, start + room.characters)
  let read = 0
  const onToken = ({ end }: Token) => {
    read = end
    if (--room.tokens < 0) throw new TooManyTokens()
  }
  try {
    return OneExpressionParser.parseOne(input, { ecmaVersion: 'latest', onToken })
  } catch (error) {
    read = Math.max(read, (error as { raisedAt?: number }).raisedAt ?? 0)
    // Brackets in brackets end the stack long before they end the room.
    return error instanceof TooManyTokens || error instanceof RangeError ? 'large' : 'wrong'
  } finally {
    room.characters -= read
  }
}
