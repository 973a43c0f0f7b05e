import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RowFormat } from '../../../server/operations/databases/rows.ts'
import { CallError } from '../../lib/call-error.ts'
import { exchange } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Database } from './api.ts'
import { isNarrowed, type Wanted } from './wanted.ts'

const FORMATS: Record<RowFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  json: 'JSON list',
  ndjson: 'NDJSON, one object per line',
}

/** Saves the matching rows. The browser buffers the download on disk, so that any number fits. */
export function useExport({ id, name }: Database, { sort: _, ...wanted }: Wanted) {
  const cancel = useRef<AbortController>(null)
  const run = useMutation({
    async mutationFn(format: RowFormat) {
      cancel.current = new AbortController()
      const input = { id, format, ...wanted }
      const { status, body } = await exchange('database-export', input, { signal: cancel.current.signal })
      if (status >= 400) throw new CallError(status, JSON.parse(await body.text()))
      saveFile(body, `${name}.${format}`)
    },
  })
  return { run, cancel: () => cancel.current?.abort() }
}

/** The export formats; during an export, a button to cancel it. */
export function ExportMenu({
  exporting: { run, cancel },
  wanted,
}: {
  exporting: ReturnType<typeof useExport>
  wanted: Wanted
}) {
  if (run.isPending)
    return (
      <Button variant="default" onClick={cancel}>
        Cancel export
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{isNarrowed(wanted) ? 'Rows that match the filters' : 'All rows'}</Menu.Label>
        {Object.entries(FORMATS).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => run.mutate(format as RowFormat)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
