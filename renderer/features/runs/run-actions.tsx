import { useNavigate } from 'react-router'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { DeleteMenu } from '../../ui/actions/delete-menu.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { isRunOpen, type RunStep, type WorkflowRun } from '../../ui/runs/records.ts'
import { useRunActions } from './api.ts'
import { RetryMenu } from './retry-menu.tsx'

/** The actions for a run in its current state. A retry creates a new run and opens it. */
export function RunActions({
  run,
  step,
  nameOf,
}: {
  run: WorkflowRun
  step: RunStep | undefined
  nameOf: (node: string) => string
}) {
  const navigate = useNavigate()
  const { retry, cancel, remove } = useRunActions()
  if (isRunOpen(run))
    return (
      <ConfirmButton
        size="sm"
        question="Running calls are stopped and cost nothing. Finished items are kept."
        verb="Cancel run"
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate(run.id, { onError: notifyError })}
      >
        Cancel run
      </ConfirmButton>
    )
  return (
    <>
      <RetryMenu
        run={run}
        step={step}
        nameOf={nameOf}
        loading={retry.isPending}
        onRetry={options =>
          retry.mutate(
            { id: run.id, ...options },
            { onSuccess: ({ id }) => void navigate(`/runs/${id}`), onError: notifyError },
          )
        }
      />
      <DeleteMenu
        what="run"
        question="Deletes the run with all its items. This cannot be undone."
        loading={remove.isPending}
        onDelete={() => remove.mutate(run, { onSuccess: () => void navigate('/runs'), onError: notifyError })}
      />
    </>
  )
}
