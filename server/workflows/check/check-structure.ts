import { didYouMean } from '../../base/fields/nearest-name.ts'
import type { WorkflowDocument, WorkflowEdge } from '../../store/workflows/workflows.ts'
import { ERROR, OUT } from '../graph.ts'
import { NODE_TYPES, nodeType } from '../node-types/index.ts'
import type { GraphFault } from './graph-fault.ts'
import { cycleIn, predecessorsOf } from './graph-order.ts'

/** Returns the branches by which a node's items leave. */
const branchesOf = (type: string): readonly string[] => [...(nodeType(type)?.branches ?? [OUT]), ERROR]

/**
 * Returns the faults of nodes and edges that do not form a graph: unknown types, edges to unknown nodes, cycles, unreachable
 * nodes.
 */
export const checkStructure = (document: WorkflowDocument): GraphFault[] => [
  ...nodeFaults(document),
  ...document.edges.flatMap((edge, index) => [...edgeFaults(document, edge, index)]),
  ...cycleFaults(document),
  ...unreachedFaults(document),
]

function* nodeFaults({ nodes }: WorkflowDocument): Generator<GraphFault> {
  const inputs = nodes.filter(({ type }) => type === 'input')
  if (inputs.length !== 1)
    yield {
      field: 'nodes',
      error: `A workflow has one node of type \`input\`, and this has ${inputs.length || 'none'}.`,
      hint: 'A run begins there.',
    }
  const seen = new Set<string>()
  for (const [index, { id, type }] of nodes.entries()) {
    if (seen.has(id)) yield { field: `nodes[${index}].id`, error: `There are two nodes \`${id}\`.` }
    seen.add(id)
    if (!nodeType(type)) yield unknownType(index, type)
  }
}

const TYPE_NAMES: readonly string[] = NODE_TYPES.map(({ type }) => type)

const unknownType = (index: number, type: string): GraphFault => ({
  field: `nodes[${index}].type`,
  error: `There is no type of node \`${type}\`.`,
  hint: didYouMean(
    type,
    TYPE_NAMES,
    `Types: ${TYPE_NAMES.join(', ')}. An API or a parser is of type \`operation\`.`,
  ),
})

function* edgeFaults(
  { nodes, edges }: WorkflowDocument,
  edge: WorkflowEdge,
  index: number,
): Generator<GraphFault> {
  const field = `edges[${index}]`
  const ids = nodes.map(({ id }) => id)
  for (const end of ['from', 'to'] as const)
    if (!ids.includes(edge[end]))
      yield {
        field: `${field}.${end}`,
        error: `There is no node \`${edge[end]}\`.`,
        hint: didYouMean(edge[end], ids, 'Connect the edge to an existing node.'),
      }
  const from = nodes.find(({ id }) => id === edge.from)
  const to = nodes.find(({ id }) => id === edge.to)
  const { when = OUT } = edge
  if (from && !branchesOf(from.type).includes(when))
    yield {
      field: `${field}.when`,
      error: `Node \`${from.id}\` has no branch \`${when}\`.`,
      hint: `Its branches: ${branchesOf(from.type).join(', ')}.`,
    }
  if (to?.type === 'input')
    yield { field: `${field}.to`, error: 'Nothing can come before the input.', hint: 'Remove this edge.' }
  if (edges.findIndex(other => isSame(other, edge)) < index)
    yield { field, error: 'This edge exists twice: its items would arrive twice.', hint: 'Remove one.' }
}

const isSame = (one: WorkflowEdge, other: WorkflowEdge) =>
  one.from === other.from && one.to === other.to && (one.when ?? OUT) === (other.when ?? OUT)

function cycleFaults(document: WorkflowDocument): GraphFault[] {
  const cycle = cycleIn(document)
  if (!cycle) return []
  const index = document.nodes.findIndex(({ id }) => id === cycle[0])
  const error = `The nodes ${[...cycle, cycle[0]].map(id => `\`${id}\``).join(' → ')} form a circle.`
  return [
    {
      field: `nodes[${index}]`,
      error,
      hint: 'Remove one of its edges; to repeat something, use `for_each`.',
    },
  ]
}

function unreachedFaults(document: WorkflowDocument): GraphFault[] {
  const before = predecessorsOf(document)
  const reached = new Set(document.nodes.filter(({ type }) => type === 'input').map(({ id }) => id))
  for (let size = -1; size !== reached.size; ) {
    size = reached.size
    for (const [id, sources] of before) if (sources.some(one => reached.has(one))) reached.add(id)
  }
  return document.nodes.flatMap(({ id }, index) =>
    reached.has(id) || !reached.size
      ? []
      : [
          {
            field: `nodes[${index}]`,
            error: `Nothing leads to node \`${id}\`.`,
            hint: 'Draw an edge to it, or remove it.',
          },
        ],
  )
}
