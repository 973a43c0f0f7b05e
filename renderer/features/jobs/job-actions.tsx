import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { tellError } from '../../ui/tell-error.ts'
import { isOpen, useJobActions } from './api.ts'

/** What the state of a job allows. What is done anew is a new job, which opens. */
export function JobActions({ job }: { job: Job }) {
  const navigate = useNavigate()
  const { retry, reparse, cancel } = useJobActions()
  const open = { onSuccess: ({ id }: Job) => void navigate(`/jobs/${id}`), onError: tellError }
  const hasPage = job.parser_id !== null && !isOpen(job)
  return (
    <>
      {isOpen(job) && (
        <ConfirmButton
          size="sm"
          question="What it fetches is broken off. What was set aside for it is given back."
          verb="Cancel job"
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate(job.id, { onError: tellError })}
        >
          Cancel job
        </ConfirmButton>
      )}
      {hasPage && (
        <Button
          variant="default"
          loading={reparse.isPending}
          title="Reads the stored page with the present version of the parser: free, nothing is fetched."
          onClick={() => reparse.mutate(job.id, open)}
        >
          Reparse, free
        </Button>
      )}
      {!isOpen(job) && job.state !== 'completed' && (
        <Button loading={retry.isPending} onClick={() => retry.mutate(job.id, open)}>
          Retry
        </Button>
      )}
    </>
  )
}
