import { type ExpressionNames, VARIABLES } from './expressions.ts'

type Ast = { type?: string; value?: unknown; steps?: Ast[]; [key: string]: unknown }

/** Parts of an expression whose context is not the variables. */
const OTHER_CONTEXTS = ['stages', 'predicate', 'group', 'pattern', 'update', 'delete']

/** Returns the names in the syntax tree of an expression. After the first step of a path, names belong to the value there. */
export function namesIn(ast: unknown): ExpressionNames {
  const names: ExpressionNames = { nodes: [], unknown: [] }
  visit(ast, true, names)
  return { nodes: [...new Set(names.nodes)], unknown: [...new Set(names.unknown)] }
}

function visit(part: unknown, isOutside: boolean, names: ExpressionNames): void {
  if (typeof part !== 'object' || part === null) return
  const ast = part as Ast
  if (ast.type === 'path') readPath(ast.steps!, isOutside, names)
  for (const [key, value] of Object.entries(ast))
    if (key !== 'steps') visit(value, isOutside && !OTHER_CONTEXTS.includes(key), names)
}

function readPath(steps: Ast[], isOutside: boolean, names: ExpressionNames): void {
  const [first, second, third] = steps
  const root = rootOf(first!, isOutside)
  if (root === 'nodes' && second?.type === 'name') names.nodes.push(String(second.value))
  if (root === '$$' && second?.value === 'nodes' && third?.type === 'name')
    names.nodes.push(String(third.value))
  if (isOutside && first!.type === 'name' && !VARIABLES.includes(String(first!.value)))
    names.unknown.push(String(first!.value))
  for (const [index, step] of steps.entries()) visit(step, isOutside && index === 0, names)
}

/** Returns `nodes` for a path that begins at the nodes, `$$` for one that begins above all variables. */
function rootOf({ type, value }: Ast, isOutside: boolean): unknown {
  if (type === 'variable') return value === '$' ? '$$' : value === '' && isOutside ? '$$' : value
  return type === 'name' && isOutside ? value : null
}
