import jsonata from 'jsonata'
import { VARIABLES } from './expressions.ts'

type Ast = Record<string, unknown>

interface Variables {
  used: Set<string>
  bound: Set<string>
}

/** Names of functions that JSONata has, as far as they were asked for. */
const functions = new Set<string>()

async function isFunction(name: string): Promise<boolean> {
  if (functions.has(name)) return true
  const exists = Boolean(await jsonata(`$exists($${name})`).evaluate({}))
  if (exists) functions.add(name)
  return exists
}

/**
 * Returns the variables in the syntax tree of an expression that have no value anywhere: such as `$json`, which other
 * programs have. JSONata takes them for nothing, so a condition with them never holds, without an error.
 */
export async function freeVariables(ast: unknown): Promise<string[]> {
  const { used, bound } = variablesIn(ast, { used: new Set(), bound: new Set() }, new Set())
  const free: string[] = []
  for (const name of used)
    if (/^\w+$/.test(name) && !bound.has(name) && !VARIABLES.includes(name) && !(await isFunction(name)))
      free.push(`$${name}`)
  return free
}

/** Collects the names of variables, and of those that the expression itself gives a value somewhere. */
function variablesIn(part: unknown, names: Variables, seen: Set<object>): Variables {
  if (typeof part !== 'object' || part === null || seen.has(part)) return names
  seen.add(part)
  const ast = part as Ast
  if (ast.type === 'variable') names.used.add(String(ast.value))
  for (const name of boundBy(ast)) names.bound.add(String(name))
  for (const inner of Object.values(ast)) variablesIn(inner, names, seen)
  return names
}

/** `:=`, the arguments of a function, and `@$x` and `#$i` of a step. */
function boundBy({ type, lhs, arguments: args, focus, index }: Ast): unknown[] {
  if (type === 'bind') return [(lhs as Ast).value]
  if (type === 'lambda') return (args as Ast[]).map(({ value }) => value)
  return [focus, index].filter(name => typeof name === 'string')
}
