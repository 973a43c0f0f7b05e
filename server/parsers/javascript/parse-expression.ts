import { type Expression, type Options, Parser, type Token } from 'acorn'
import type { EvaluationBudget } from './walk.ts'

/** What may still be parsed of the scripts of a page, by all rules together. */
export interface ParseBudget extends EvaluationBudget {
  /** Tokens. Each takes about a quarter of a microsecond, and a hundred bytes while its expression is read. */
  tokens: number
  /** Characters, since a single token may be as long as the page. */
  characters: number
  /** Work on what was parsed: nodes to evaluate, and the items and characters that calls copy. */
  work: number
}

export const createParseBudget = (literalNamed: EvaluationBudget['literalNamed']): ParseBudget => ({
  literalNamed,
  tokens: 1_000_000,
  characters: 64_000_000,
  work: 4_000_000,
})

/** Thrown at the first token beyond the limit. */
class TokenLimitError extends Error {}

/** Methods that acorn offers to plugins, but omits from its types. */
interface ParserInternals {
  nextToken(): void
  parseMaybeAssign(): Expression
}

/** `parseExpressionAt` would continue after a comma, through the whole of a minified script. */
class OneExpressionParser extends Parser {
  static parseOne(input: string, options: Options): Expression {
    const parser = new OneExpressionParser(options, input, 0) as unknown as ParserInternals
    parser.nextToken()
    return parser.parseMaybeAssign()
  }
}

/**
 * Parses the JavaScript expression that starts here, whatever follows it. Returns 'wrong' if there is none, 'large' if it
 * exceeds what may still be parsed. Nothing is ever run.
 */
export function parseExpression(
  text: string,
  start: number,
  budget: ParseBudget,
): Expression | 'wrong' | 'large' {
  if (budget.tokens <= 0 || budget.characters <= 0) return 'large'
  const input = text.slice(start, start + budget.characters)
  let read = 0
  const onToken = ({ end }: Token) => {
    read = end
    if (--budget.tokens < 0) throw new TokenLimitError()
  }
  try {
    return OneExpressionParser.parseOne(input, { ecmaVersion: 'latest', onToken })
  } catch (error) {
    read = Math.max(read, (error as { raisedAt?: number }).raisedAt ?? 0)
    // Nested brackets overflow the stack long before they reach the limit.
    return error instanceof TokenLimitError || error instanceof RangeError ? 'large' : 'wrong'
  } finally {
    budget.characters -= read
  }
}
