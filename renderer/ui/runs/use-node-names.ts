import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { allPages } from '../../lib/service/all-pages.ts'
import { call } from '../../lib/service/client.ts'
import { namesOf } from './node-names.ts'
import type { WorkflowRun } from './records.ts'

/** The query for all kinds of nodes. */
export const nodeKindsQuery = queryOptions({
  queryKey: ['workflow-nodes'],
  queryFn: async ({ signal }) => (await call('workflow-nodes', {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The query for all versions of a workflow, newest first. */
export const versionsQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['workflows', account, id, 'versions'],
    queryFn: ({ signal }) => allPages(place => call('workflow-versions', { id, ...place }, { signal })),
  })

/** Returns a function that names the nodes of a run as in the version that ran; falls back to the id of the node. */
export function useNodeNames({ workflow_id, workflow_version }: WorkflowRun): (node: string) => string {
  const kinds = useQuery(nodeKindsQuery)
  const versions = useQuery(versionsQuery(useAccount(), workflow_id))
  const graph = versions.data?.find(({ version }) => version === workflow_version)
  const names = graph && kinds.data ? namesOf(graph, kinds.data) : new Map<string, string>()
  return node => names.get(node) ?? node
}
