import type { WorkflowDocument, WorkflowNode } from '../../store/workflows/workflows.ts'
import { bare } from '../expressions/expression-field.ts'
import { holdsTemplate } from '../expressions/expressions.ts'
import type { NodeOperations } from '../node-type.ts'
import { nodeType } from '../node-types/index.ts'
import type { GraphFault, GraphWorld } from './graph-fault.ts'

/** A record that a node names by a literal id. */
interface Reference {
  noun: string
  id: string
  field: string
}

/** Maximum number of sub-workflows that are followed. */
const MAX_FOLLOWED = 200

/**
 * Returns faults for records that the account does not have, and for a workflow that would run itself. `id` is the workflow's
 * own id, if it has one.
 */
export async function checkReferences(
  document: WorkflowDocument,
  world: GraphWorld,
  id: string | undefined,
): Promise<GraphFault[]> {
  const faults: GraphFault[] = []
  for (const [index, node] of document.nodes.entries())
    for (const { noun, id: named, field } of referencesOf(node, `nodes[${index}]`, world.operations))
      if (!(await world.has(noun, named))) faults.push(absent(noun, named, field))
      else if (noun === 'workflow' && id && (await runs(named, id, world))) faults.push(recursion(field))
  return faults
}

function referencesOf(node: WorkflowNode, place: string, operations: NodeOperations): Reference[] {
  const type = nodeType(node.type)
  if (!type) return []
  const own = idsIn(type.config.shape, node.config, `${place}.config`)
  const called = node.type === 'operation' ? operations.get(String(node.config.operation)) : undefined
  return called
    ? [...own, ...idsIn(called.input.shape, node.config.input ?? {}, `${place}.config.input`)]
    : own
}

const idsIn = (shape: Record<string, unknown>, written: object, place: string): Reference[] =>
  Object.entries(written).flatMap(([name, value]) => {
    const noun = Object.hasOwn(shape, name) && bare(shape[name] as never).meta()?.['x-id-of']
    return typeof noun === 'string' && typeof value === 'string' && !holdsTemplate(value)
      ? [{ noun, id: value, field: `${place}.${name}` }]
      : []
  })

/** Whether a workflow runs another, directly or through others. */
async function runs(from: string, wanted: string, world: GraphWorld): Promise<boolean> {
  const waiting = [from]
  const seen = new Set<string>()
  while (waiting.length && seen.size < MAX_FOLLOWED) {
    const id = waiting.pop()!
    if (id === wanted) return true
    if (seen.has(id)) continue
    seen.add(id)
    const nodes = (await world.workflow(id))?.nodes ?? []
    waiting.push(
      ...nodes.flatMap(node => (node.type === 'sub_workflow' ? [String(node.config.workflow_id)] : [])),
    )
  }
  return false
}

const absent = (noun: string, id: string, field: string): GraphFault => ({
  field,
  error: `There is no ${noun} \`${id}\`.`,
  hint: `Name a ${noun} of this account.`,
})

const recursion = (field: string): GraphFault => ({
  field,
  error: 'This workflow would run itself forever.',
  hint: 'Name another workflow; to repeat something, use `for_each`.',
})
