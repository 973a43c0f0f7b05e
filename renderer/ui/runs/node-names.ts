import type { OutputOf } from '../../lib/service/client.ts'

type NodeKind = OutputOf<'workflow-nodes'>['data'][number]
type GraphNode = OutputOf<'workflow-get'>['nodes'][number]

/** Returns the kind of a node. A node that calls an operation has the kind with that operation. */
export const kindOfNode = (kinds: readonly NodeKind[], { type, config }: GraphNode): NodeKind | undefined =>
  kinds.find(kind => kind.type === type && (kind.operation === null || kind.operation === config.operation))

const titleOf = (node: GraphNode, kind: NodeKind | undefined) => node.name || (kind?.title ?? node.type)

/**
 * Returns the names of all nodes: their own name or that of their kind, with a number if an earlier node has the same name.
 */
export function namesOf(
  { nodes }: { nodes: readonly GraphNode[] },
  kinds: readonly NodeKind[],
): Map<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    nodes.map(node => {
      const title = titleOf(node, kindOfNode(kinds, node))
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      return [node.id, count === 1 ? title : `${title} ${count}`]
    }),
  )
}
