import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { RowFormat } from '../../../server/operations/databases/rows.ts'
import { useChoices } from '../form/use-choices.ts'

/** A menu of the formats that an operation exports, with the labels from its definition. */
export function ExportMenu({
  operation,
  note,
  isSaving = false,
  onExport,
}: {
  operation: 'batch-export' | 'database-export'
  /** Says what is exported; shown above the formats. */
  note?: string
  isSaving?: boolean
  onExport: (format: RowFormat) => void
}) {
  const formats = useChoices(operation, 'format')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isSaving}
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {note && <Menu.Label>{note}</Menu.Label>}
        {formats.map(({ value, label }) => (
          <Menu.Item key={value} title={value} onClick={() => onExport(value as RowFormat)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
