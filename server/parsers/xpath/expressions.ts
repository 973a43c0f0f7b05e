import type { XPathContext, XPathKind } from './functions.ts'
import {
  inOrder,
  textOf,
  toBoolean,
  toNumber,
  toText,
  type XPathNode,
  type XPathSearch,
  type XPathValue,
} from './xpath-value.ts'

/** A compiled part of an XPath. `isPositional` says whether it depends on the position of its node among others. */
export interface Expression {
  kind: XPathKind
  isPositional: boolean
  /** The number that is written there, if it is nothing but a number. */
  number?: number
  run(context: XPathContext): XPathValue
}

type BinaryOperator = (sign: string, a: Expression, b: Expression) => Expression

export const literal = (value: string | number): Expression => ({
  kind: typeof value as XPathKind,
  isPositional: false,
  ...(typeof value === 'number' && { number: value }),
  run: () => value,
})

export const negate = ({ isPositional, run }: Expression): Expression => ({
  kind: 'number',
  isPositional,
  run: context => -toNumber(context.search, run(context)),
})

export const arithmetic: BinaryOperator = (sign, a, b) => ({
  kind: 'number',
  isPositional: a.isPositional || b.isPositional,
  run: context =>
    compute(sign, toNumber(context.search, a.run(context)), toNumber(context.search, b.run(context))),
})

function compute(sign: string, a: number, b: number): number {
  if (sign === '+') return a + b
  if (sign === '-') return a - b
  if (sign === '×') return a * b
  return sign === 'div' ? a / b : a % b
}

export const logical: BinaryOperator = (sign, a, b) => ({
  kind: 'boolean',
  isPositional: a.isPositional || b.isPositional,
  run: context =>
    sign === 'and'
      ? toBoolean(a.run(context)) && toBoolean(b.run(context))
      : toBoolean(a.run(context)) || toBoolean(b.run(context)),
})

export function unite(a: Expression, b: Expression): Expression {
  if (a.kind !== 'nodes' || b.kind !== 'nodes') throw new Error('"|" joins nodes.')
  return {
    kind: 'nodes',
    isPositional: a.isPositional || b.isPositional,
    run: context =>
      inOrder(context.search, [...(a.run(context) as XPathNode[]), ...(b.run(context) as XPathNode[])]),
  }
}

export const compare: BinaryOperator = (sign, a, b) => ({
  kind: 'boolean',
  isPositional: a.isPositional || b.isPositional,
  run: context => compareValues(context.search, sign, a.run(context), b.run(context)),
})

/** Compares two values. A comparison with nodes is true if it is for any of them. */
function compareValues(search: XPathSearch, sign: string, a: XPathValue, b: XPathValue): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean')
    return holds(sign, Number(toBoolean(a)), Number(toBoolean(b)))
  const left = textsOf(search, a)
  const right = textsOf(search, b)
  const asTexts = (sign === '=' || sign === '!=') && typeof a !== 'number' && typeof b !== 'number'
  if (asTexts && sign === '=') {
    const known = new Set(right)
    return left.some(value => known.has(value))
  }
  if (asTexts) return left.some(value => right.some(other => value !== other))
  const numbers = right.map(value => toNumber(search, value))
  return left.some(value => numbers.some(number => holds(sign, toNumber(search, value), number)))
}

const textsOf = (search: XPathSearch, value: XPathValue): XPathValue[] =>
  Array.isArray(value)
    ? value.map(node => textOf(search, node))
    : [typeof value === 'number' ? value : toText(search, value)]

function holds(sign: string, a: number, b: number): boolean {
  if (sign === '=') return a === b
  if (sign === '!=') return a !== b
  if (sign === '<') return a < b
  if (sign === '<=') return a <= b
  return sign === '>' ? a > b : a >= b
}
