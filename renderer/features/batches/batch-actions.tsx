import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { saveFile } from '../../lib/save-file.ts'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { DeleteMenu } from '../../ui/actions/delete-menu.tsx'
import { ExportMenu } from '../../ui/actions/export-menu.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { counted } from '../../ui/counted.ts'
import { batchName } from '../../ui/jobs/batch-name.ts'
import type { Batch } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { exported, type Format, isOpen, useBatchActions } from './api.ts'

/** The actions for a batch in its current state. */
export function BatchActions({ batch }: { batch: Batch }) {
  const navigate = useNavigate()
  const { cancel, remove } = useBatchActions()
  return (
    <>
      <Export batch={batch} />
      {isOpen(batch) ? (
        <ConfirmButton
          size="sm"
          question="Items that are waiting or running are stopped. Results so far are kept, and reserved credits are released."
          verb="Cancel batch"
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate(batch.id, { onError: notifyError })}
        >
          Cancel batch
        </ConfirmButton>
      ) : (
        <DeleteMenu
          what="batch"
          question={`Deletes the batch with its ${counted(batch.counts.total, 'item')} and their results. This cannot be undone.`}
          loading={remove.isPending}
          onDelete={() =>
            remove.mutate(batch, { onSuccess: () => void navigate('/batches'), onError: notifyError })
          }
        />
      )}
    </>
  )
}

function Export({ batch }: { batch: Batch }) {
  const { id } = batch
  const name = batchName(batch, useTargetName([batch.target]))
  const save = useMutation({
    mutationFn: async (format: Format) => saveFile(await exported(id, format), `${name}.${format}`),
    onError: notifyError,
  })
  return <ExportMenu operation="batch-export" isSaving={save.isPending} onExport={save.mutate} />
}
