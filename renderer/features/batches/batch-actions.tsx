import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { saveFile } from '../../lib/save-file.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Batch } from '../../ui/jobs/records.ts'
import { tellError } from '../../ui/tell-error.ts'
import { exported, type Format, isOpen, useBatchActions } from './api.ts'

const FORMATS: Record<Format, string> = {
  csv: 'CSV, a table',
  xlsx: 'XLSX, a workbook',
  ndjson: 'NDJSON, an object a line',
  json: 'JSON, one list',
}

/** What the state of a batch allows. */
export function BatchActions({ batch }: { batch: Batch }) {
  const navigate = useNavigate()
  const { cancel, remove } = useBatchActions()
  return (
    <>
      <Export batch={batch} />
      {isOpen(batch) ? (
        <ConfirmButton
          size="sm"
          question="All that waits or runs is ended; what has succeeded stays. What was set aside is given back."
          verb="Cancel batch"
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate(batch.id, { onError: tellError })}
        >
          Cancel batch
        </ConfirmButton>
      ) : (
        <ConfirmButton
          size="sm"
          question={`The batch goes with its ${batch.counts.total.toLocaleString()} items and their results. This cannot be undone.`}
          verb="Delete batch"
          loading={remove.isPending}
          onConfirm={() =>
            remove.mutate(batch.id, { onSuccess: () => void navigate('/batches'), onError: tellError })
          }
        >
          Delete batch
        </ConfirmButton>
      )}
    </>
  )
}

function Export({ batch: { id, name } }: { batch: Batch }) {
  const save = useMutation({
    mutationFn: async (format: Format) => saveFile(await exported(id, format), `${name ?? id}.${format}`),
    onError: tellError,
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
