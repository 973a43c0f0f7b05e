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
  args: StaticValue[],
  context: EvaluationContext,
): StaticValue {
  const outer = context.names
  spend(context, outer.size)
  const names = new Map(outer)
  for (const [index, name] of parameters.entries()) names.set(name, index < args.length ? args[index] : null)
  context.names = names
  const value =
    body.type === 'BlockStatement'
      ? runStatements(body.body, names, context)
      : context.evaluate(body, context)
  context.names = outer
  return value
}

function runStatements(
  statements: Statement[],
  names: Map<string, StaticValue>,
  context: EvaluationContext,
): StaticValue {
  for (const statement of statements) {
    if (statement.type === 'ReturnStatement')
      return statement.argument ? context.evaluate(statement.argument, context) : null
    if (!runStatement(statement, names, context)) return undefined
  }
  return undefined
}

/** Runs a statement other than a return. Returns false if its effect is unknown. */
function runStatement(
  statement: Statement,
  names: Map<string, StaticValue>,
  context: EvaluationContext,
): boolean {
  if (statement.type === 'VariableDeclaration') {
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier') names.set(id.name, init ? context.evaluate(init, context) : null)
    return true
  }
  if (statement.type !== 'ExpressionStatement') return false
  const { expression } = statement
  if (isDirective(expression)) return true
  const expressions = expression.type === 'SequenceExpression' ? expression.expressions : [expression]
  return expressions.every(one => applyAssignment(one, names, context))
}

const isDirective = ({ type }: Expression) => type === 'Literal'

/** Sets a variable or a member of a variable. Returns false for any other statement, whose effect is unknown. */
function applyAssignment(
  expression: Expression,
  names: Map<string, StaticValue>,
  context: EvaluationContext,
): boolean {
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return false
  const { left, right } = expression
  if (left.type === 'Identifier') {
    names.set(left.name, context.evaluate(right, context))
    return true
  }
  return (
    left.type === 'MemberExpression' && setMember(left, context.evaluate(right, context) ?? null, context)
  )
}

function setMember(
  { object, property, computed }: Extract<AssignmentExpression['left'], { type: 'MemberExpression' }>,
  value: Json,
  context: EvaluationContext,
): boolean {
  const target = context.evaluate(object as Expression, context)
  const key = computed
    ? context.evaluate(property as Expression, context)
    : (property as { name?: string }).name
  if (typeof target !== 'object' || target === null || (typeof key !== 'string' && typeof key !== 'number'))
    return false
  if (Array.isArray(target) && !(Number(key) <= target.length)) return false
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  return true
}
