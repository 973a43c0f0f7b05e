import { useNavigate } from 'react-router'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Run, Step } from '../../ui/runs/records.ts'
import { tellError } from '../../ui/tell-error.ts'
import { isOpen, useRunActions } from './api.ts'
import { RetryMenu } from './retry-menu.tsx'

/**
 * What the state of a run allows; a question about one thing never becomes one about another. What is done anew is a new
 * run, which opens.
 */
export function RunActions({ run, step }: { run: Run; step: Step | undefined }) {
  const navigate = useNavigate()
  const { retry, cancel, remove } = useRunActions()
  if (isOpen(run))
    return (
      <ConfirmButton
        key="cancel"
        size="sm"
        question="What it asks for is broken off and costs nothing; what has succeeded stays."
        verb="Cancel run"
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate(run.id, { onError: tellError })}
      >
        Cancel run
      </ConfirmButton>
    )
  return (
    <>
      <ConfirmButton
        key="delete"
        size="sm"
        question="The run goes with all its items. This cannot be undone."
        verb="Delete run"
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(run.id, { onSuccess: () => void navigate('/runs'), onError: tellError })
        }
      >
        Delete run
      </ConfirmButton>
      <RetryMenu
        run={run}
        step={step}
        loading={retry.isPending}
        onRetry={how =>
          retry.mutate(
            { id: run.id, ...how },
            { onSuccess: ({ id }) => void navigate(`/runs/${id}`), onError: tellError },
          )
        }
      />
    </>
  )
}
