import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { checkQuery, type Graph } from '../api.ts'

const CHECK_MS = 300

/** Returns the result of the check, updated shortly after each change. The previous result stays until then. */
export function useCheck(graph: Graph, id: string | null) {
  const [settled] = useDebouncedValue(graph, CHECK_MS)
  const named = { ...settled, name: settled.name.trim() || 'unnamed' }
  return useQuery({ ...checkQuery(useAccount(), named, id), placeholderData: keepPreviousData }).data
}

/** Returns the input for running a single node: the sample of the check, unless items are pinned before the node. */
export function itemsFor({ nodes, edges }: Graph, node: string, samples: Record<string, unknown>) {
  const before = edges.filter(({ to }) => to === node).map(({ from }) => from)
  const hasPins = nodes.some(({ id, pinned }) => before.includes(id) && pinned?.length)
  return hasPins || !samples[node] ? {} : { items: [samples[node]] }
}
