import { useNavigate } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { useWorkflowActions, type Workflow } from './api.ts'
import { graphOf } from './graph/edit-graph.ts'
import { dropDraft, type GraphInHand } from './graph/use-graph.ts'

/** How saving goes. */
export interface Saving {
  save: () => void
  /** Saves over a version that has come meanwhile. */
  saveOver: () => void
  /** The id of the workflow, once it is saved as it is drawn. */
  saved: () => Promise<string>
  saving: boolean
  error: unknown
  /** There is something to save. */
  can: boolean
}

/** Saves what is drawn as the next version; a new workflow moves to an address of its own. */
export function useSave(slot: string, workflow: Workflow | null, hand: GraphInHand): Saving {
  const account = useAccount()
  const navigate = useNavigate()
  const { save } = useWorkflowActions()
  const { graph, base, changed, settle } = hand
  const can = (workflow === null || changed) && !save.isPending

  async function saveFrom(from: number): Promise<Workflow> {
    const saved = await save.mutateAsync({ id: workflow?.id ?? null, base: from, graph })
    settle(graph, graphOf(saved), saved.version)
    if (!workflow) {
      dropDraft(account, slot)
      void navigate(`/workflows/${saved.id}`, { replace: true })
    }
    return saved
  }
  const quietly = (from: number) => void (can && saveFrom(from).catch(() => {}))
  return {
    save: () => quietly(base),
    saveOver: () => quietly(workflow?.version ?? 0),
    saved: async () => (workflow && !changed ? workflow.id : (await saveFrom(base)).id),
    saving: save.isPending,
    error: save.error,
    can,
  }
}
