import { useNavigate } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { useWorkflowActions, type Workflow } from './api.ts'
import { graphOf } from './graph/edit-graph.ts'
import { type GraphState, keepDraft } from './graph/use-graph.ts'

/** The state of saving. */
export interface Saving {
  save: () => void
  /** Saves as a new version, although a newer one was saved meanwhile. */
  saveOver: () => void
  /** Returns the id of the workflow after saving its changes. */
  saved: () => Promise<string>
  saving: boolean
  error: unknown
  /** There are changes to save. */
  can: boolean
}

/** The nodes that are selected; the page of a workflow that was just created goes on with them. */
export type Selected = readonly string[]

/** Selects nodes; false where what is typed has to be put right first. */
export type Select = (next: Selected | ((before: Selected) => Selected)) => boolean

/** Saves the graph as the next version; a new workflow gets its own address. */
export function useSave(
  slot: string,
  workflow: Workflow | null,
  editing: GraphState,
  selected: Selected,
  /** Whether all that is typed can be read; what cannot is not part of the graph. */
  isWritten: () => boolean,
): Saving {
  const account = useAccount()
  const navigate = useNavigate()
  const { save } = useWorkflowActions()
  const { graph, base, changed, settle } = editing
  const latest = useLatest(graph)
  const can = (workflow === null || changed) && !save.isPending

  async function saveFrom(from: number): Promise<Workflow> {
    const saved = await save.mutateAsync({ id: workflow?.id ?? null, base: from, graph })
    settle(graph, graphOf(saved), saved.version)
    if (!workflow) {
      keepDraft(account, slot, null)
      // What was typed meanwhile goes on as a draft of the workflow, whose page is another one.
      if (latest.current !== graph) keepDraft(account, saved.id, latest.current, saved.version)
      void navigate(`/workflows/${saved.id}`, { replace: true, state: { selected } })
    }
    return saved
  }
  const quietly = (from: number) => void (can && isWritten() && saveFrom(from).catch(() => {}))
  return {
    save: () => quietly(base),
    saveOver: () => quietly(workflow?.version ?? 0),
    saved: async () => (workflow && !changed ? workflow.id : (await saveFrom(base)).id),
    saving: save.isPending,
    error: save.error,
    can,
  }
}
