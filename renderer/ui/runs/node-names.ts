import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type OutputOf } from '../../lib/service/client.ts'
import type { Run } from './records.ts'

type NodeKind = OutputOf<'workflow-nodes'>['data'][number]
type GraphNode = OutputOf<'workflow-get'>['nodes'][number]

/** The types of nodes. */
export const nodeKindsQuery = queryOptions({
  queryKey: ['workflow-nodes'],
  queryFn: async ({ signal }) => (await call('workflow-nodes', {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Every version of a workflow, newest first. */
export const versionsQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['workflows', account, id, 'versions'],
    queryFn: async ({ signal }) => (await call('workflow-versions', { id }, { signal })).data,
  })

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

/** What the nodes of a run were called in the version that ran; a node goes by its id where that is not known. */
export function useNodeNames({ workflow_id, workflow_version }: Run): (node: string) => string {
  const kinds = useQuery(nodeKindsQuery)
  const versions = useQuery(versionsQuery(useAccount(), workflow_id))
  const graph = versions.data?.find(({ version }) => version === workflow_version)
  const names = graph && kinds.data ? namesOf(graph, kinds.data) : new Map<string, string>()
  return node => names.get(node) ?? node
}
