import { parseSync } from 'vite'

/** A change at one place in a source file that a test should notice. */
export interface Change {
  /** Where the text changes, as offsets into the source. */
  start: number
  end: number
  /** The text that is put there. */
  text: string
  /** Counted from 1. */
  line: number
  /** The line or lines around it as one line, before and after the change. */
  before: string
  after: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
type Edit = Pick<Change, 'start' | 'end' | 'text'>

const OTHER_OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
}

/** The same for operators in SQL statements. */
const OTHER_SQL: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', AND: 'OR', OR: 'AND' }
const SQL = /\b(SELECT|INSERT|UPDATE|DELETE)\b/
const SQL_OPERATOR = /(?<=\s)([<>]=?|AND|OR)(?=\s)/g

/** Larger numbers are durations or sizes, where one more would be no mistake. */
const MAX_NUMBER = 1000

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isTextual = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

function flipOperator(node: Node, source: string): Edit[] {
  const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
  const text = OTHER_OPERATORS[operator]
  const isConcatenation = operator === '+' && (isTextual(left) || isTextual(right))
  const start = source.indexOf(operator, left.end)
  if (text === undefined || isConcatenation || /\/[/*]/.test(source.slice(left.end, right.start))) return []
  return [{ start, end: start + operator.length, text }]
}

function changeLiteral({ start, end, value }: Node): Edit[] {
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }]
  return typeof value === 'number' && Number.isInteger(value) && value < MAX_NUMBER
    ? [{ start, end, text: String(value + 1) }]
    : []
}

function flipSqlOperators({ start, end }: Node, source: string): Edit[] {
  const text = source.slice(start, end)
  if (!SQL.test(text)) return []
  return [...text.matchAll(SQL_OPERATOR)].map(({ 0: operator, index }) => {
    const from = start + index
    return { start: from, end: from + operator.length, text: OTHER_SQL[operator]! }
  })
}

const dropNegation = ({ operator, start }: Node): Edit[] =>
  operator === '!' ? [{ start, end: start + 1, text: '' }] : []

const drop = ({ start, end }: Node): Edit[] => [{ start, end, text: ';' }]

/** The possible changes for each kind of node. */
const EDITS: Record<string, (node: Node, source: string) => Edit[]> = {
  BinaryExpression: flipOperator,
  LogicalExpression: flipOperator,
  UnaryExpression: dropNegation,
  Literal: changeLiteral,
  TemplateElement: flipSqlOperators,
  ExpressionStatement: node => ('directive' in node && node.directive ? [] : drop(node)),
  IfStatement: node => (node.alternate ? [] : drop(node)),
}

/** TypeScript nodes that contain values; all others are only about types. */
const AROUND_VALUES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
const isOfTypes = ({ type }: Node) => type.startsWith('TS') && !AROUND_VALUES.includes(type)

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const child of value) yield* nodesIn(child)
  if (!isNode(value) || isOfTypes(value) || value.type === 'ImportDeclaration') return
  yield value
  for (const [key, child] of Object.entries(value)) if (key !== 'typeAnnotation') yield* nodesIn(child)
}

const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

/** The lines of `source` from the one with `start` to the one with `end`. */
function linesAround(source: string, { start, end }: Pick<Edit, 'start' | 'end'>) {
  const after = source.indexOf('\n', end)
  return { from: source.lastIndexOf('\n', start - 1) + 1, to: after === -1 ? source.length : after }
}

function describeEdit(source: string, edit: Edit): Change {
  const { from, to } = linesAround(source, edit)
  return {
    ...edit,
    line: source.slice(0, edit.start).split('\n').length,
    before: oneLine(source.slice(from, to)),
    after: oneLine(source.slice(from, edit.start) + edit.text + source.slice(edit.end, to)),
  }
}

/** Applies one change to `source`. */
export const withChange = (source: string, { start, end, text }: Edit): string =>
  source.slice(0, start) + text + source.slice(end)

/**
 * Every possible change of a TypeScript source: an operator, a small number, a boolean, a negation, a statement, or
 * an operator in SQL.
 */
export function changesOf(name: string, source: string): Change[] {
  const { program, errors } = parseSync(name, source)
  if (errors.length) throw new Error(`${name} cannot be read: ${errors[0]!.message}`)
  return [...nodesIn(program)]
    .flatMap(node => EDITS[node.type]?.(node, source) ?? [])
    .map(edit => describeEdit(source, edit))
}
