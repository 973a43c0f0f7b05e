import { AXES } from './axes.ts'
import type { Expression } from './expressions.ts'
import type { XPathContext } from './functions.ts'
import { expectSign, next, peek, type TokenReader, takeSign, unexpectedToken } from './reader.ts'
import { inOrder, isAttribute, toBoolean, type XPathNode, type XPathSearch } from './xpath-value.ts'

/** A step of a path, from a node to others, nearest first. */
interface XPathStep {
  axis: string
  name: string
  predicates: Expression[]
  go(search: XPathSearch, node: XPathNode): XPathNode[]
}

/** Axes whose nearest node is the last in the document. */
const BACKWARD = new Set(['parent', 'ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling'])
const EVERYTHING: XPathStep = step('descendant-or-self', 'node()', [])

/** Parses a path that starts at a value, at the page or at the current node. */
export function readPathFrom(reader: TokenReader, start: Expression | null): Expression {
  const filters = start ? readPredicates(reader) : []
  const sign = takeSign(reader, '/', '//')
  if (start && !sign && filters.length === 0) return start
  if (start && start.kind !== 'nodes') throw new Error('A path starts from nodes.')
  const steps = sign === '//' ? [EVERYTHING] : []
  if (sign ? sign === '//' || startsStep(reader) : !start) readSteps(reader, steps)
  const first = start ? valueStart(start, filters) : sign ? pageStart : nodeStart
  const path = shorten(steps)
  return {
    kind: 'nodes',
    isPositional: start?.isPositional ?? false,
    run: context => walkSteps(context, first(context), path),
  }
}

type PathStart = (context: XPathContext) => XPathNode[]
const pageStart: PathStart = ({ search }) => [search.html.root]
const nodeStart: PathStart = ({ node }) => [node]
const valueStart =
  (value: Expression, filters: Expression[]): PathStart =>
  context =>
    filterNodes(context.search, value.run(context) as XPathNode[], filters)

function readSteps(reader: TokenReader, steps: XPathStep[]): void {
  steps.push(readStep(reader))
  for (let sign = takeSign(reader, '/', '//'); sign; sign = takeSign(reader, '/', '//')) {
    if (sign === '//') steps.push(EVERYTHING)
    steps.push(readStep(reader))
  }
}

function startsStep(reader: TokenReader): boolean {
  const { kind, text } = peek(reader)
  return kind === 'name' || (kind === 'sign' && ['.', '..', '@'].includes(text))
}

function readStep(reader: TokenReader): XPathStep {
  if (takeSign(reader, '.')) return step('self', 'node()', [])
  if (takeSign(reader, '..')) return step('parent', 'node()', [])
  const axis = takeSign(reader, '@') ? 'attribute' : readAxis(reader)
  const name = readTest(reader)
  if (axis === 'attribute' && (name === '*' || name.endsWith('()')))
    throw new Error('Name the attribute: @href.')
  return step(axis, name, readPredicates(reader))
}

function readAxis(reader: TokenReader): string {
  const after = reader.tokens[reader.at + 1]
  if (after?.text !== '::' || after.kind !== 'sign') return 'child'
  const { text } = next(reader)
  expectSign(reader, '::')
  if (text !== 'attribute' && !AXES.has(text)) throw new Error(`There is no axis ${text}.`)
  return text
}

function readTest(reader: TokenReader): string {
  if (peek(reader).kind !== 'name') throw unexpectedToken(reader, 'A name is missing')
  const { text } = next(reader)
  if (!takeSign(reader, '(')) return text.toLowerCase()
  expectSign(reader, ')')
  if (text !== 'text' && text !== 'node') throw new Error(`${text}() cannot be asked for.`)
  return `${text}()`
}

function readPredicates(reader: TokenReader): Expression[] {
  const predicates: Expression[] = []
  while (takeSign(reader, '[')) {
    predicates.push(reader.readExpression(reader))
    expectSign(reader, ']')
  }
  return predicates
}

function step(axis: string, name: string, predicates: Expression[]): XPathStep {
  const go = AXES.get(axis)
  // Of `[2]`, the first two suffice: the next siblings of thousands of others are found without looking at all of them.
  const most = predicates[0]?.number ?? Number.POSITIVE_INFINITY
  return {
    axis,
    name,
    predicates,
    go: go
      ? (search, node) => firstThat(go(search, node), most, found => passes(search, found, name))
      : (search, node) => attributeOf(search, node, name),
  }
}

function firstThat(
  nodes: Iterable<XPathNode>,
  most: number,
  isWanted: (node: XPathNode) => boolean,
): XPathNode[] {
  const found: XPathNode[] = []
  for (const node of nodes) {
    if (isWanted(node)) found.push(node)
    if (found.length >= most) break
  }
  return found
}

function attributeOf({ html }: XPathSearch, owner: XPathNode, attribute: string): XPathNode[] {
  const value = isAttribute(owner) ? null : html.attribute(owner, attribute)
  return value === null ? [] : [{ owner, attribute, value }]
}

function passes({ html }: XPathSearch, node: XPathNode, name: string): boolean {
  if (name === 'node()') return true
  if (isAttribute(node)) return false
  if (name === 'text()') return html.characters(node) !== null
  const own = html.elementName(node)
  return own !== null && (name === '*' || own.toLowerCase() === name)
}

/** Reduces `//x` to a single step, unless the position of `x` among its siblings matters. */
function shorten(steps: XPathStep[]): XPathStep[] {
  return steps.flatMap((one, index) => {
    const follower = steps[index + 1]
    if (one === EVERYTHING && follower && mayGoDown(follower)) return []
    const isAfter = index > 0 && steps[index - 1] === EVERYTHING && mayGoDown(one)
    return isAfter ? [step('descendant', one.name, one.predicates)] : [one]
  })
}

const mayGoDown = ({ axis, predicates }: XPathStep) =>
  axis === 'child' && !predicates.some(({ kind, isPositional }) => kind === 'number' || isPositional)

function walkSteps({ search }: XPathContext, from: XPathNode[], steps: XPathStep[]): XPathNode[] {
  let nodes = from
  for (const xpathStep of steps) {
    const found = nodes.flatMap(node => filterNodes(search, xpathStep.go(search, node), xpathStep.predicates))
    const isSorted = nodes.length === 1 ? !BACKWARD.has(xpathStep.axis) : xpathStep.axis === 'self'
    nodes = isSorted ? found : inOrder(search, found)
  }
  return nodes
}

function filterNodes(search: XPathSearch, nodes: XPathNode[], predicates: Expression[]): XPathNode[] {
  let kept = nodes
  for (const { run } of predicates) {
    const { length: size } = kept
    kept = kept.filter((node, index) => {
      const value = run({ search, node, position: index + 1, size })
      return typeof value === 'number' ? value === index + 1 : toBoolean(value)
    })
  }
  return kept
}
