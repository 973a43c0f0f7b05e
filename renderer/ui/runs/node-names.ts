import type { OutputOf } from '../../lib/service/client.ts'

type NodeKind = OutputOf<'workflow-nodes'>['data'][number]
type GraphNode = OutputOf<'workflow-get'>['nodes'][number]

/** The kind of a node; for one that calls an operation, the entry of that operation. */
export const kindOfNode = (kinds: readonly NodeKind[], { type, config }: GraphNode): NodeKind | undefined =>
  kinds.find(kind => kind.type === type && (kind.operation === null || kind.operation === config.operation))

const titleOf = (node: GraphNode, kind: NodeKind | undefined) => node.name || (kind?.title ?? node.type)

/** What each node is called: its name or that of its kind, with a number where an earlier one is called the same. */
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
