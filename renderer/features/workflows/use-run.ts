import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { type ErrorBody, errorBodyOf } from '../../lib/call-error.ts'
import type { InputOf } from '../../lib/client.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { type Run, runQuery, useWorkflowActions } from './api.ts'

type Wanted = Omit<InputOf<'workflow-run'>, 'id'>

/** The run that is shown on the canvas. */
export interface Running {
  run: Run | undefined
  starting: boolean
  /** Why the last run did not start. */
  thrown: unknown
  error: ErrorBody | null
  start: (wanted: Wanted, onStarted?: () => void) => void
  cancel: () => void
  /** Hides the run. */
  hide: () => void
}

/** Starts runs of a workflow, saved first, and follows the last one. */
export function useRun(saved: () => Promise<string>, first: string | null): Running {
  const account = useAccount()
  const [shown, show] = useState(first)
  const [starting, setStarting] = useState(false)
  const [thrown, setThrown] = useState<unknown>(null)
  const actions = useWorkflowActions()
  const { data: run } = useQuery({ ...runQuery(account, shown ?? ''), enabled: shown !== null })

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
        if (!onStarted) notifyError(error)
      })
      .finally(() => setStarting(false))
  }
  return {
    run: shown === null ? undefined : run,
    starting,
    thrown,
    error: thrown === null ? null : errorBodyOf(thrown),
    start,
    cancel: () => shown && actions.cancel.mutate(shown, { onError: notifyError }),
    hide: () => show(null),
  }
}
