import { groupDigits } from '../../base/counted.ts'
import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { arithmetic, compare, type Expression, literal, logical, negate, unite } from './expressions.ts'
import { FUNCTIONS, type XPathContext, type XPathKind } from './functions.ts'
import { readPathFrom } from './paths.ts'
import { expectSign, next, peek, type TokenReader, takeSign, unexpectedToken } from './reader.ts'
import { tokensOf } from './tokens.ts'
import { inOrder, type XPathValue } from './xpath-value.ts'

const MAX_LENGTH = 2_000
/** The number of nodes that one search may visit: several times those of a page of 16 MB. */
const MAX_VISITS = 20_000_000

/** A compiled XPath, which can be evaluated from any node of any document. */
export type XPath = (html: HtmlDocument, from: DocumentNode) => XPathValue

/**
 * Compiles XPath 1.0 for HTML: names match in any case and without namespaces; comments and `@*` are not supported. Throws
 * an Error that says what is wrong.
 */
export function compileXPath(text: string): XPath {
  const expression = readWhole(text)
  /** Values that no node was needed for, such as that of `//h1`: each row of a list has the same. */
  const sameEverywhere = new WeakMap<HtmlDocument, XPathValue>()
  return (html, from) => {
    const known = sameEverywhere.get(html)
    if (known !== undefined) return known
    const search = { html, budget: MAX_VISITS }
    let isNodeNeeded = false
    const context: XPathContext = {
      search,
      position: 1,
      size: 1,
      get node() {
        isNodeNeeded = true
        return from
      },
    }
    const found = expression.run(context)
    const value = Array.isArray(found) ? inOrder(search, found) : found
    if (!isNodeNeeded) sameEverywhere.set(html, value)
    return value
  }
}

/** Returns the type of an XPath's result. Throws an Error that says what is wrong with the XPath. */
export const kindOfXPath = (text: string): XPathKind => readWhole(text).kind

function readWhole(text: string): Expression {
  if (text.length > MAX_LENGTH) throw new Error(`It is longer than ${groupDigits(MAX_LENGTH)} characters.`)
  const reader = { tokens: tokensOf(text), at: 0, readExpression }
  const expression = readExpression(reader)
  if (peek(reader).kind !== 'end') throw unexpectedToken(reader)
  return expression
}

type ExpressionReader = (reader: TokenReader) => Expression

/** Parses operators of one level, from left to right. */
const leftToRight =
  (
    inner: ExpressionReader,
    signs: string[],
    join: (sign: string, a: Expression, b: Expression) => Expression,
  ): ExpressionReader =>
  reader => {
    let left = inner(reader)
    for (let sign = takeSign(reader, ...signs); sign; sign = takeSign(reader, ...signs))
      left = join(sign, left, inner(reader))
    return left
  }

const readUnion = leftToRight(readPathExpression, ['|'], (_, a, b) => unite(a, b))
const readProduct = leftToRight(readNegation, ['×', 'div', 'mod'], arithmetic)
const readSum = leftToRight(readProduct, ['+', '-'], arithmetic)
const readOrder = leftToRight(readSum, ['<', '<=', '>', '>='], compare)
const readEquality = leftToRight(readOrder, ['=', '!='], compare)
const readAnd = leftToRight(readEquality, ['and'], logical)
const readExpression: ExpressionReader = leftToRight(readAnd, ['or'], logical)

function readNegation(reader: TokenReader): Expression {
  return takeSign(reader, '-') ? negate(readNegation(reader)) : readUnion(reader)
}

/** Parses a path, or a value from which a path may start. */
function readPathExpression(reader: TokenReader): Expression {
  return readPathFrom(reader, readPrimary(reader))
}

function readPrimary(reader: TokenReader): Expression | null {
  const { kind, text } = peek(reader)
  if (kind === 'number' || kind === 'literal') {
    reader.at++
    return literal(kind === 'number' ? Number(text) : text)
  }
  if (takeSign(reader, '(')) {
    const inner = readExpression(reader)
    expectSign(reader, ')')
    return inner
  }
  return kind === 'name' && isCall(reader) ? readCall(reader) : null
}

const NODE_TESTS = new Set(['text', 'node', 'comment', 'processing-instruction'])

function isCall(reader: TokenReader): boolean {
  const after = reader.tokens[reader.at + 1]!
  return after.kind === 'sign' && after.text === '(' && !NODE_TESTS.has(peek(reader).text)
}

function readCall(reader: TokenReader): Expression {
  const { text: name } = next(reader)
  const definition = FUNCTIONS.get(name)
  if (!definition) throw new Error(`There is no function ${name}().`)
  const values = readArguments(reader)
  if (values.length < definition.least || values.length > definition.most)
    throw new Error(`${name}() takes another number of arguments.`)
  if ((name === 'count' || name === 'sum') && values[0]!.kind !== 'nodes')
    throw new Error(`${name}() takes nodes.`)
  return {
    kind: definition.kind,
    isPositional: name === 'position' || name === 'last' || values.some(value => value.isPositional),
    run: context =>
      definition.call(
        values.map(value => value.run(context)),
        context,
      ),
  }
}

function readArguments(reader: TokenReader): Expression[] {
  expectSign(reader, '(')
  const values: Expression[] = []
  if (takeSign(reader, ')')) return values
  do values.push(readExpression(reader))
  while (takeSign(reader, ','))
  expectSign(reader, ')')
  return values
}
