import { useNavigate } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { useWorkflowActions, type Workflow } from './api.ts'
import { graphOf } from './graph/edit-graph.ts'
import { type GraphState, storeDraft } from './graph/use-graph.ts'

/** The functions that save the workflow, and their state. */
export interface SaveState {
  save: () => void
  /** Saves as a new version even if a newer one was saved in the meantime. */
  saveOver: () => void
  /** Saves any changes and returns the id of the workflow. */
  ensureSaved: () => Promise<string>
  isSaving: boolean
  error: unknown
  /** Whether there are changes to save. */
  canSave: boolean
}

/** The ids of the selected nodes. The page of a workflow that was just created keeps the selection. */
export type SelectedIds = readonly string[]

/** Selects nodes. Returns false if an invalid text has to be corrected first. */
export type SelectNodes = (next: SelectedIds | ((before: SelectedIds) => SelectedIds)) => boolean

/** Saves the graph as the next version. After the first save, opens the page of the new workflow. */
export function useSave(
  slot: string,
  workflow: Workflow | null,
  editing: GraphState,
  selected: SelectedIds,
  /** Returns whether all typed texts are valid. An invalid text is not part of the graph. */
  isWritten: () => boolean,
): SaveState {
  const account = useAccount()
  const navigate = useNavigate()
  const { save } = useWorkflowActions()
  const { graph, base, isChanged, settle } = editing
  const latest = useLatest(graph)
  const canSave = (workflow === null || isChanged) && !save.isPending

  async function saveFrom(from: number): Promise<Workflow> {
    const saved = await save.mutateAsync({ id: workflow?.id ?? null, base: from, graph })
    settle(graph, graphOf(saved), saved.version)
    if (!workflow) {
      storeDraft(account, slot, null)
      // Edits made during the save become a draft of the saved workflow, which is shown on its own page.
      if (latest.current !== graph) storeDraft(account, saved.id, latest.current, saved.version)
      void navigate(`/workflows/${saved.id}`, { replace: true, state: { selected } })
    }
    return saved
  }
  const saveQuietly = (from: number) => void (canSave && isWritten() && saveFrom(from).catch(() => {}))
  return {
    save: () => saveQuietly(base),
    saveOver: () => saveQuietly(workflow?.version ?? 0),
    ensureSaved: async () => (workflow && !isChanged ? workflow.id : (await saveFrom(base)).id),
    isSaving: save.isPending,
    error: save.error,
    canSave,
  }
}
