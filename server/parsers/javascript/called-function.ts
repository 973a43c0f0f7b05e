import type {
  ArrowFunctionExpression,
  AssignmentExpression,
  BlockStatement,
  CallExpression,
  Expression,
  FunctionExpression,
  SpreadElement,
  Statement,
} from 'acorn'
import type { Json } from '../parser-schema.ts'
import { type EvaluationContext, type StaticValue, spend } from './walk.ts'

/** A function that is called where it is written, so that values can repeat a short name: `(function(a){return {…}})(1)`. */
interface CalledFunction {
  parameters: string[]
  given: (Expression | SpreadElement)[]
  body: BlockStatement | Expression
}

/** Returns null for a call of anything else, and for parameters that are not plain names. */
export function calledFunction({ callee, arguments: given }: CallExpression): CalledFunction | null {
  const isNamed = callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
  const isBound = isNamed && (callee.property as { name: string }).name === 'call'
  const called = isBound ? callee.object : callee
  if (called.type !== 'FunctionExpression' && called.type !== 'ArrowFunctionExpression') return null
  return describeCalled(called, isBound ? given.slice(1) : given)
}

function describeCalled(
  { params, body, async, generator }: FunctionExpression | ArrowFunctionExpression,
  given: CalledFunction['given'],
): CalledFunction | null {
  const parameters = params.flatMap(param => (param.type === 'Identifier' ? [param.name] : []))
  return async || generator || parameters.length < params.length ? null : { parameters, given, body }
}

/**
 * Evaluates such a function, whose statements before `return` may only set variables and members; undefined for any other.
 */
export function evaluateCalled(
  { parameters, body }: CalledFunction,
  given: StaticValue[],
  walk: EvaluationContext,
): StaticValue {
  const outer = walk.names
  spend(walk, outer.size)
  const names = new Map(outer)
  for (const [index, name] of parameters.entries())
    names.set(name, index < given.length ? given[index] : null)
  walk.names = names
  const value =
    body.type === 'BlockStatement' ? runStatements(body.body, names, walk) : walk.evaluate(body, walk)
  walk.names = outer
  return value
}

function runStatements(
  statements: Statement[],
  names: Map<string, StaticValue>,
  walk: EvaluationContext,
): StaticValue {
  for (const statement of statements) {
    if (statement.type === 'ReturnStatement')
      return statement.argument ? walk.evaluate(statement.argument, walk) : null
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier') names.set(id.name, init ? walk.evaluate(init, walk) : null)
    } else if (statement.type === 'ExpressionStatement' && !isDirective(statement.expression)) {
      const expressions =
        statement.expression.type === 'SequenceExpression'
          ? statement.expression.expressions
          : [statement.expression]
      if (!expressions.every(expression => isDone(expression, names, walk))) return undefined
    } else if (statement.type !== 'ExpressionStatement') return undefined
  }
  return undefined
}

const isDirective = ({ type }: Expression) => type === 'Literal'

/** Sets a variable or a member of a variable. Returns false for any other statement, whose effect is unknown. */
function isDone(expression: Expression, names: Map<string, StaticValue>, walk: EvaluationContext): boolean {
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return false
  const { left, right } = expression
  if (left.type === 'Identifier') {
    names.set(left.name, walk.evaluate(right, walk))
    return true
  }
  return left.type === 'MemberExpression' && setMember(left, walk.evaluate(right, walk) ?? null, walk)
}

function setMember(
  { object, property, computed }: Extract<AssignmentExpression['left'], { type: 'MemberExpression' }>,
  value: Json,
  walk: EvaluationContext,
): boolean {
  const target = walk.evaluate(object as Expression, walk)
  const key = computed ? walk.evaluate(property as Expression, walk) : (property as { name?: string }).name
  if (typeof target !== 'object' || target === null || (typeof key !== 'string' && typeof key !== 'number'))
    return false
  if (Array.isArray(target) && !(Number(key) <= target.length)) return false
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  return true
}
