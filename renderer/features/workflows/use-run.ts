import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddressParameter, useCloseDrawer } from '../../lib/in-address.ts'
import { useAccount } from '../../lib/service/account.ts'
import { type ErrorBody, errorBodyOf } from '../../lib/service/call-error.ts'
import type { InputOf } from '../../lib/service/client.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { joinedState, type ListState } from '../../ui/form/list-choices.ts'
import { runQuery, type WorkflowRun } from '../../ui/runs/records.ts'
import { recentRunsQuery, useWorkflowActions } from './api.ts'

type RunRequest = Omit<InputOf<'workflow-run'>, 'id'>

/** The run that is shown on the canvas, and the functions that start and cancel runs. */
export interface RunState {
  run: WorkflowRun | undefined
  /** Whether the runs are loaded. Without it, it is not known that there are none. */
  runs: ListState
  /** Returns the newest run in which items reached a node; the shown run takes precedence. */
  runOf: (node: string) => WorkflowRun | undefined
  starting: boolean
  /** The error of a run that could not be started. */
  thrown: unknown
  error: ErrorBody | null
  start: (request: RunRequest, onStarted?: () => void) => void
  cancel: () => void
  /** Hides the run. */
  hide: () => void
}

const reachedNode = (node: string) => (run: WorkflowRun) =>
  run.steps.some(({ node_id, items_in }) => node_id === node && items_in > 0)

/** Starts runs of a workflow after saving it, and follows the run that the address names, or the newest run. */
export function useRun(ensureSaved: () => Promise<string>, workflow: string | null): RunState {
  const account = useAccount()
  const queries = useQueryClient()
  const [requestedRun] = useAddressParameter('run')
  const closeDrawer = useCloseDrawer()
  const [isHidden, setHidden] = useState(false)
  const [starting, setStarting] = useState(false)
  const [thrown, setThrown] = useState<unknown>(null)
  const actions = useWorkflowActions()
  const recentRuns = useQuery({
    ...recentRunsQuery(account, workflow ?? ''),
    enabled: workflow !== null,
  })
  const recent = recentRuns.data ?? []
  const shownRun = isHidden ? null : (requestedRun ?? recent[0]?.id ?? null)
  const shown = useQuery({ ...runQuery(account, shownRun ?? ''), enabled: shownRun !== null })
  const run = shown.data

  const start: RunState['start'] = (request, onStarted) => {
    setStarting(true)
    setThrown(null)
    ensureSaved()
      .then(id => actions.run.mutateAsync({ ...request, id }))
      .then(({ id, workflow_id }) => {
        setHidden(false)
        // The user may have opened another page in the meantime.
        if (location.pathname.endsWith(`/${workflow_id}`)) closeDrawer({ run: id })
        void queries.invalidateQueries(recentRunsQuery(account, workflow_id))
        onStarted?.()
      })
      .catch(error => {
        setThrown(error)
        // The drawer of a workflow that was just created has disappeared with its page.
        if (!onStarted || workflow === null) notifyError(error)
      })
      .finally(() => setStarting(false))
  }
  return {
    run: shownRun === null ? undefined : run,
    runs: joinedState([...(workflow === null ? [] : [recentRuns]), ...(shownRun === null ? [] : [shown])]),
    runOf: node => [...(run ? [run] : []), ...recent].find(reachedNode(node)),
    starting,
    thrown,
    error: thrown === null ? null : errorBodyOf(thrown),
    start,
    cancel: () => shownRun && actions.cancel.mutate(shownRun, { onError: notifyError }),
    hide: () => setHidden(true),
  }
}
