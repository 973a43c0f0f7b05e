import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Choice } from '../../../ui/form/choices.ts'
import type { DraftColumn } from '../draft.ts'

/** A row of inputs for a column. */
export function ColumnLine({
  column,
  types,
  isKey,
  onChange,
  onKey,
  onDrop,
}: {
  column: DraftColumn
  types: readonly Choice[]
  isKey: boolean
  onChange: (changes: Partial<DraftColumn>) => void
  onKey: (isKey: boolean) => void
  onDrop: () => void
}) {
  const columnLabel = column.name || 'the new column'
  return (
    <tr>
      <td>
        <TextInput
          size="xs"
          miw={110}
          aria-label={column.name ? `Name of ${columnLabel}` : 'Name of the new column'}
          placeholder="price"
          value={column.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      </td>
      <td>
        <TextInput
          size="xs"
          miw={110}
          aria-label={`Path of ${columnLabel}`}
          placeholder={column.name}
          value={column.path ?? ''}
          onChange={({ currentTarget }) => onChange({ path: currentTarget.value })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          title={column.type}
          miw={128}
          aria-label={`Type of ${columnLabel}`}
          data={[...types]}
          value={column.type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as DraftColumn['type'] })}
        />
      </td>
      <td>
        <Checkbox
          size="xs"
          aria-label={`${columnLabel} can be empty`}
          checked={column.nullable ?? true}
          onChange={({ currentTarget }) => onChange({ nullable: currentTarget.checked })}
        />
      </td>
      <td>
        <Checkbox
          size="xs"
          aria-label={`${columnLabel} is part of the key`}
          disabled={!column.name}
          title={column.name ? undefined : 'Enter a name first.'}
          checked={isKey}
          onChange={({ currentTarget }) => onKey(currentTarget.checked)}
        />
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Remove ${columnLabel}`}
          onClick={onDrop}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
}
