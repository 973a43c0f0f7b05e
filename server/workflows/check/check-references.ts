import type { WorkflowDocument, WorkflowNode } from '../../store/workflows/workflows.ts'
import { unwrapOptional } from '../expressions/expression-field.ts'
import { holdsTemplate } from '../expressions/expressions.ts'
import type { NodeOperations } from '../node-type.ts'
import { nodeType } from '../node-types/index.ts'
import type { GraphContext, GraphFault } from './graph-fault.ts'

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
  context: GraphContext,
  id: string | undefined,
): Promise<GraphFault[]> {
  const faults: GraphFault[] = []
  for (const { noun, id: referenceId, field } of referencesIn(document, context.operations))
    if (!(await context.has(noun, referenceId))) faults.push(absent(noun, referenceId, field))
  return [...faults, ...(id ? recursionsIn(document, context, id) : [])]
}

/** Returns faults for the workflows through which a workflow would run itself. Works inside a transaction. */
export const recursionsIn = (
  document: WorkflowDocument,
  { operations, workflow }: Pick<GraphContext, 'operations' | 'workflow'>,
  id: string,
): GraphFault[] =>
  referencesIn(document, operations)
    .filter(({ noun, id: named }) => noun === 'workflow' && runsWorkflow(named, id, workflow))
    .map(({ field }) => recursion(field))

/** Returns the records that the nodes of a workflow name by literal ids. */
export const referencesIn = ({ nodes }: WorkflowDocument, operations: NodeOperations): Reference[] =>
  nodes.flatMap((node, index) => referencesOf(node, `nodes[${index}]`, operations))

function referencesOf(node: WorkflowNode, path: string, operations: NodeOperations): Reference[] {
  const type = nodeType(node.type)
  if (!type) return []
  const own = idsIn(type.config.shape, node.config, `${path}.config`)
  const called = node.type === 'operation' ? operations.get(String(node.config.operation)) : undefined
  return called
    ? [...own, ...idsIn(called.input.shape, node.config.input ?? {}, `${path}.config.input`)]
    : own
}

const idsIn = (shape: Record<string, unknown>, values: object, path: string): Reference[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const noun = Object.hasOwn(shape, name) && unwrapOptional(shape[name] as never).meta()?.['x-id-of']
    return typeof noun === 'string' && typeof value === 'string' && !holdsTemplate(value)
      ? [{ noun, id: value, field: `${path}.${name}` }]
      : []
  })

/** Whether a workflow runs another, directly or through others. */
function runsWorkflow(from: string, target: string, workflow: GraphContext['workflow']): boolean {
  const pending = [from]
  const seen = new Set<string>()
  while (pending.length && seen.size < MAX_FOLLOWED) {
    const id = pending.pop()!
    if (id === target) return true
    if (seen.has(id)) continue
    seen.add(id)
    const nodes = workflow(id)?.nodes ?? []
    pending.push(
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
