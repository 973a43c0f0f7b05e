import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RowFormat } from '../../../server/operations/databases/rows.ts'
import { saveFile } from '../../lib/save-file.ts'
import { failedCall } from '../../lib/service/call-error.ts'
import { exchange } from '../../lib/service/client.ts'
import { ExportMenu } from '../../ui/actions/export-menu.tsx'
import type { Database } from './api.ts'
import { hasFilters, type RowFilterValues } from './rows/filters.ts'

/** Exports the matching rows. The browser buffers the download on disk, so any number of rows fits. */
export function useExport({ id, name }: Database, { sort: _, ...wanted }: RowFilterValues) {
  const cancel = useRef<AbortController>(null)
  const run = useMutation({
    async mutationFn(format: RowFormat) {
      cancel.current = new AbortController()
      const input = { id, format, ...wanted }
      const { status, body } = await exchange('database-export', input, { signal: cancel.current.signal })
      if (status >= 400) throw failedCall(status, await body.text())
      saveFile(body, `${name}.${format}`)
    },
  })
  return { run, cancel: () => cancel.current?.abort() }
}

/** The menu of export formats; during an export, a button that cancels it. */
export const ExportRows = ({
  exporting: { run, cancel },
  wanted,
}: {
  exporting: ReturnType<typeof useExport>
  wanted: RowFilterValues
}) =>
  run.isPending ? (
    <Button variant="default" onClick={cancel}>
      Cancel export
    </Button>
  ) : (
    <ExportMenu
      operation="database-export"
      note={hasFilters(wanted) ? 'Rows that match the filters' : 'All rows'}
      onExport={run.mutate}
    />
  )
