import { AppError } from '../../base/errors.ts'
import type { NodePosition } from '../../store/workflows/items.ts'
import type { NodeBranch } from '../../store/workflows/values.ts'
import type { WorkflowDocument, WorkflowNode } from '../../store/workflows/workflows.ts'
import { topologicalOrder } from '../check/graph-order.ts'
import { mentionsIn } from '../expressions/mentions-in.ts'
import { OUT } from '../graph.ts'
import type { NodeType } from '../node-type.ts'
import { nodeType } from '../node-types/index.ts'

/** A node of a graph that is ready to run. */
export interface GraphNode extends NodePosition {
  written: WorkflowNode
  type: NodeType
  /** The nodes from which its items come. */
  before: readonly string[]
  /** Returns the nodes that get the items of a branch. */
  targets(branch: string): readonly NodePosition[]
  /** Nodes that its config mentions; null if unknown. */
  mentions: readonly string[] | null
}

/** A valid graph that is ready to run. Its nodes are sorted so that each comes after its predecessors. */
export interface RunGraph {
  document: WorkflowDocument
  nodes: readonly GraphNode[]
  node(id: string): GraphNode
  /** The branches of nodes without successors. What they emit is the output of the run. */
  ends: readonly NodeBranch[]
}

/**
 * Prepares a graph for a run. With `only`, it contains that node alone. Throws if this version of Winnow does not have the
 * type of a node.
 */
export function readGraph(document: WorkflowDocument, only: string | null): RunGraph {
  const nodes = document.nodes.filter(({ id }) => only === null || id === only)
  const edges = only === null ? document.edges : []
  const sorted = topologicalOrder({ nodes, edges })
  const places = new Map<string, NodePosition>()
  const types = new Map(nodes.map(node => [node.id, typeOf(node)]))
  for (const [place, node] of sorted.entries())
    places.set(node, { node, place, isList: types.get(node)!.kind === 'list' })
  const byId = new Map(nodes.map(written => [written.id, read(written)]))

  function read(written: WorkflowNode): GraphNode {
    const leaving = edges.filter(({ from }) => from === written.id)
    return {
      ...places.get(written.id)!,
      written,
      type: types.get(written.id)!,
      before: edges.filter(({ to }) => to === written.id).map(({ from }) => from),
      targets: branch => leaving.filter(({ when = OUT }) => when === branch).map(({ to }) => places.get(to)!),
      mentions: mentionsIn(written.config),
    }
  }

  return {
    document,
    nodes: sorted.map(id => byId.get(id)!),
    node: id => byId.get(id)!,
    ends: sorted
      .filter(id => !edges.some(({ from }) => from === id))
      .flatMap(node => ownBranches(types.get(node)!).map(branch => ({ node, branch }))),
  }
}

/** Returns the main branch of a node, or all branches if it has no main one. */
const ownBranches = ({ branches }: NodeType) => (branches.includes(OUT) ? [OUT] : branches)

function typeOf({ id, type }: WorkflowNode): NodeType {
  const known = nodeType(type)
  if (known) return known
  throw new AppError('invalid_input', `There is no type of node \`${type}\`, which \`${id}\` is of.`, {
    hint: 'Change the node, then retry the run with the newest version.',
  })
}
