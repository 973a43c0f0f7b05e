import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { saveFile } from '../../lib/save-file.ts'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { DeleteMenu } from '../../ui/actions/delete-menu.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { counted } from '../../ui/counted.ts'
import { batchName } from '../../ui/jobs/batch-name.ts'
import type { Batch } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { exported, type Format, isOpen, useBatchActions } from './api.ts'

const FORMATS: Record<Format, string> = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  ndjson: 'NDJSON, one object per line',
  json: 'JSON list',
}

/** What can be done with a batch in its state. */
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
            remove.mutate(batch.id, { onSuccess: () => void navigate('/batches'), onError: notifyError })
          }
        />
      )}
    </>
  )
}

function Export({ batch }: { batch: Batch }) {
  const { id } = batch
  const name = batchName(batch, useTargetName())
  const save = useMutation({
    mutationFn: async (format: Format) => saveFile(await exported(id, format), `${name}.${format}`),
    onError: notifyError,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(FORMATS).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => save.mutate(format as Format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
