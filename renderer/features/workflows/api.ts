import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { CallError } from '../../lib/service/call-error.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { namedNotice, useUndoableDeletion } from '../../ui/actions/use-undoable-deletion.ts'
import { sizeRefusal } from '../../ui/drop-files.tsx'
import type { SearchValues } from '../../ui/lists/searched-rows.tsx'

export type Workflow = OutputOf<'workflow-get'>
/** The editable part of a workflow. */
export type Graph = Omit<Workflow, 'id' | 'version' | 'created_at' | 'updated_at'>
export type GraphNode = Graph['nodes'][number]
export type GraphEdge = Graph['edges'][number]
export type NodeKind = OutputOf<'workflow-nodes'>['data'][number]
type GraphCheck = Pick<OutputOf<'workflow-validate'>, 'problems' | 'samples'>
export type Problem = GraphCheck['problems'][number]

const PAGE_SIZE = 50
const MAX_ITEMS = 50

export const workflowsQuery = (account: string, search: SearchValues) =>
  infiniteQueryOptions({
    queryKey: ['workflows', account, 'list', search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'workflow-list',
        { limit: PAGE_SIZE, ...search, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const workflowQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['workflows', account, id],
    queryFn: ({ signal }) => call('workflow-get', { id }, { signal }),
  })

/** The query for the problems of a graph while it is edited, and a sample input for each node. */
export const checkQuery = (account: string, graph: Graph, id: string | null) =>
  queryOptions({
    queryKey: ['workflow-check', account, id, graph],
    queryFn: async ({ signal }): Promise<GraphCheck> => {
      try {
        return await call('workflow-validate', { ...graph, ...(id && { id }) }, { signal })
      } catch (error) {
        if (error instanceof CallError && error.status === 400)
          return { problems: [{ field: '', ...error.body }], samples: {} }
        throw error
      }
    },
    gcTime: 10_000,
    retry: false,
  })

const MAX_RECENT_RUNS = 10

/** The query for the last runs of a workflow, newest first, including dry runs. */
export const recentRunsQuery = (account: string, workflow_id: string) =>
  queryOptions({
    queryKey: ['workflow-runs', account, 'recent', workflow_id],
    queryFn: async ({ signal }) =>
      (await call('workflow-run-list', { workflow_id, limit: MAX_RECENT_RUNS }, { signal })).data,
  })

/** The query for the input or output items of a node in a run. */
export const itemsQuery = (account: string, id: string, node: string, side: 'in' | 'out', seen: number) =>
  queryOptions({
    queryKey: ['workflow-runs', account, id, 'items', node, side, seen],
    queryFn: ({ signal }) => call('workflow-run-items', { id, node, side, limit: MAX_ITEMS }, { signal }),
  })

/** The maximum size of a workflow file that the service accepts. */
const MAX_FILE_BYTES = 1_048_576

/** Reads an exported workflow, which is not checked yet. Throws an error with the reason if it cannot. */
async function readWorkflowFile(file: File) {
  const refusal = sizeRefusal(file, { max: 1, max_bytes: MAX_FILE_BYTES })
  if (refusal) throw new Error(refusal)
  try {
    return JSON.parse(await file.text())
  } catch {
    throw new Error(`${file.name} is not valid JSON. Choose a workflow that was exported.`)
  }
}

/** Mutations that change workflows. Each invalidates the queries that it makes stale. */
export function useWorkflowActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['workflows', account] })
  const save = useMutation({
    mutationFn: ({ id, base, graph }: { id: string | null; base: number; graph: Graph }) =>
      id === null
        ? call('workflow-create', graph as InputOf<'workflow-create'>)
        : call('workflow-replace', { id, ...graph }, { headers: { 'if-match': `"${base}"` } }),
    onSuccess(saved) {
      queries.setQueryData(workflowQuery(account, saved.id).queryKey, saved)
      return onSuccess()
    },
  })
  const bringBack = useMutation({
    mutationFn: (named: { id: string; version: number }) => call('workflow-version-restore', named),
    onSuccess,
  })
  const remove = useUndoableDeletion({
    of: ['workflows', account],
    remove: ({ id }: Workflow) => call('workflow-delete', { id }),
    restore: ({ id }) => call('workflow-restore', { id }),
    notice: namedNotice,
  })
  const importFile = useMutation({
    mutationFn: async (file: File) => call('workflow-import', await readWorkflowFile(file)),
    onSuccess,
  })
  const run = useMutation({ mutationFn: (input: InputOf<'workflow-run'>) => call('workflow-run', input) })
  const cancel = useMutation({ mutationFn: (id: string) => call('workflow-run-cancel', { id }) })
  return { save, bringBack, remove, importFile, run, cancel }
}
