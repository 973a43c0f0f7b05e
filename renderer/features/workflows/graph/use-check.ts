import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { checkQuery, type Graph } from '../api.ts'

const CHECK_DELAY_MS = 300

/** Returns the result of the check, updated shortly after each change. The previous result stays until then. */
export function useCheck(graph: Graph, id: string | null) {
  const [debouncedGraph] = useDebouncedValue(graph, CHECK_DELAY_MS)
  const namedGraph = { ...debouncedGraph, name: debouncedGraph.name.trim() || 'unnamed' }
  return useQuery({ ...checkQuery(useAccount(), namedGraph, id), placeholderData: keepPreviousData })
}

/** Returns the input for running a single node: the sample of the check, unless items are pinned before the node. */
export function singleNodeInput({ nodes, edges }: Graph, node: string, samples: Record<string, unknown>) {
  const predecessors = edges.filter(({ to }) => to === node).map(({ from }) => from)
  const hasPins = nodes.some(({ id, pinned }) => predecessors.includes(id) && pinned?.length)
  return hasPins || !samples[node] ? {} : { items: [samples[node]] }
}
