import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { DeleteMenu } from '../../ui/actions/delete-menu.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import type { Job } from '../../ui/jobs/records.ts'
import { isOpen, type JobWithAttempts, useJobActions } from './api.ts'

/** The actions for a job in its current state. A retry or a reparse creates a new job and opens it. */
export function JobActions({ job }: { job: JobWithAttempts }) {
  const navigate = useNavigate()
  const { retry, reparse, cancel, remove } = useJobActions()
  const open = { onSuccess: ({ id }: Job) => void navigate(`/jobs/${id}`), onError: notifyError }
  const hasPage = job.has_page && !isOpen(job)
  return (
    <>
      {isOpen(job) && (
        <ConfirmButton
          size="sm"
          question="Stops the job and releases its reserved credits."
          verb="Cancel job"
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate(job.id, { onError: notifyError })}
        >
          Cancel job
        </ConfirmButton>
      )}
      {hasPage && (
        <Button
          variant="default"
          loading={reparse.isPending}
          title="Reads the stored page again with the current version of the parser. Free, nothing is fetched."
          onClick={() => reparse.mutate(job.id, open)}
        >
          Reparse (free)
        </Button>
      )}
      {!isOpen(job) && job.state !== 'completed' && (
        <Button loading={retry.isPending} onClick={() => retry.mutate(job.id, open)}>
          Retry
        </Button>
      )}
      {!isOpen(job) && job.batch_id === null && (
        <DeleteMenu
          what="job"
          question="Deletes the job with its result and its page. This cannot be undone."
          loading={remove.isPending}
          onDelete={() =>
            remove.mutate(job, { onSuccess: () => void navigate('/jobs'), onError: notifyError })
          }
        />
      )}
    </>
  )
}
