/** A token of an expression; `at` is where it starts. */
export interface Token {
  kind: 'number' | 'literal' | 'name' | 'sign' | 'end'
  text: string
  at: number
}

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d*)?|\.\d+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<name>[\p{L}_][\p{L}\p{N}_.-]*(?::(?!:)[\p{L}_][\p{L}\p{N}_.-]*)?)|(?<sign>\/\/|::|\.\.|!=|<=|>=|[/.@[\](),|+\-=<>*]))/uy

/** After these tokens, `*` and the names of operators are names to find, not operators. */
const OPENING = new Set([
  '@',
  '::',
  '(',
  '[',
  ',',
  '/',
  '//',
  '|',
  '+',
  '-',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'div',
  'mod',
  '×',
])
const OPERATORS = new Set(['and', 'or', 'div', 'mod'])

/**
 * Splits an XPath 1.0 expression into tokens; the `*` of a multiplication becomes `×`. Throws an Error for anything else.
 */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (expression.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(expression)
    if (!found)
      throw new Error(`${JSON.stringify(expression.slice(at, at + 10).trim())} means nothing in XPath.`)
    tokens.push(tokenOf(found, tokens.at(-1)))
    at = TOKEN.lastIndex
  }
  return [...tokens, { kind: 'end', text: '', at: expression.length }]
}

function tokenOf({ groups, index }: RegExpExecArray, before: Token | undefined): Token {
  const { number, double, single, name, sign } = groups!
  if (number !== undefined) return { kind: 'number', text: number, at: index }
  const literal = double ?? single
  if (literal !== undefined) return { kind: 'literal', text: literal, at: index }
  const isOperator = before !== undefined && !(before.kind === 'sign' && OPENING.has(before.text))
  if (sign === '*')
    return isOperator ? { kind: 'sign', text: '×', at: index } : { kind: 'name', text: '*', at: index }
  if (name !== undefined && !(isOperator && OPERATORS.has(name)))
    return { kind: 'name', text: name, at: index }
  return { kind: 'sign', text: (name ?? sign)!, at: index }
}
