import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { type ErrorBody, errorBodyOf } from '../../lib/call-error.ts'
import type { InputOf } from '../../lib/client.ts'
import { useFollow } from '../../lib/use-follow.ts'
import { tellError } from '../../ui/tell-error.ts'
import { isOpen, type Run, runQuery, useWorkflowActions } from './api.ts'

type Wanted = Omit<InputOf<'workflow-run'>, 'id'>

/** The run that is shown on the drawing. */
export interface Running {
  run: Run | undefined
  starting: boolean
  /** Why the last one did not start. */
  thrown: unknown
  error: ErrorBody | null
  start: (wanted: Wanted, onStarted?: () => void) => void
  cancel: () => void
  /** Takes it off the drawing. */
  hide: () => void
}

/** Starts runs of a workflow, saved before, and follows the last. */
export function useRun(saved: () => Promise<string>, first: string | null): Running {
  const account = useAccount()
  const [shown, show] = useState(first)
  const [starting, setStarting] = useState(false)
  const [thrown, setThrown] = useState<unknown>(null)
  const actions = useWorkflowActions()
  const query = runQuery(account, shown ?? '')
  const { data: run } = useQuery({ ...query, enabled: shown !== null })
  useFollow('workflow-run-events', shown ?? '', query.queryKey, run !== undefined && isOpen(run))

  const start: Running['start'] = (wanted, onStarted) => {
    setStarting(true)
    setThrown(null)
    saved()
      .then(id => actions.run.mutateAsync({ ...wanted, id }))
      .then(({ id }) => {
        show(id)
        onStarted?.()
      })
      .catch(error => {
        setThrown(error)
        if (!onStarted) tellError(error)
      })
      .finally(() => setStarting(false))
  }
  return {
    run: shown === null ? undefined : run,
    starting,
    thrown,
    error: thrown === null ? null : errorBodyOf(thrown),
    start,
    cancel: () => shown && actions.cancel.mutate(shown, { onError: tellError }),
    hide: () => show(null),
  }
}
