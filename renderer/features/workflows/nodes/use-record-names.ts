import { useQueries } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { isRecordKind, type RecordKind, recordNamesQuery } from '../../../lib/service/record-names.ts'
import { kindOfNode } from '../../../ui/runs/node-names.ts'
import type { Graph, NodeKind } from '../api.ts'
import { settingsOf } from './node-kinds.ts'

/** Returns the names, by id, of the records that a graph may refer to. */
export function useRecordNames(graph: Graph, kinds: readonly NodeKind[]): ReadonlyMap<string, string> {
  const account = useAccount()
  return useQueries({
    queries: recordKindsOf(graph, kinds).map(kind => ({ ...recordNamesQuery(kind, account), retry: false })),
    combine: namesById,
  })
}

const namesById = (lists: readonly { data: { id: string; name: string }[] | undefined }[]) =>
  new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))

/** Returns the kinds of records that the nodes refer to. */
function recordKindsOf({ nodes }: Graph, kinds: readonly NodeKind[]): RecordKind[] {
  const kindNames = nodes.flatMap(node => {
    const { fields } = settingsOf(node, kindOfNode(kinds, node))
    return Object.values(fields).map(field => field['x-id-of'] ?? '')
  })
  return [...new Set(kindNames)].filter(isRecordKind)
}
