import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable } from '../lists/data-table.tsx'
import type { Column } from '../lists/table-options.ts'

/** A column of a file, as previews return it. */
interface FileColumn {
  name: string
  /** The field that it fills; null if it is left out. */
  field: string | null
  examples: string[]
}

/** The field that each column of a file fills; null leaves the column out. */
export type Mapping = Record<string, string | null>

const LEAVE_OUT = { value: '', label: 'Leave out' }

/** Whether every column has the name of its field, so that no mapping has to be shown. */
export const isPlain = (columns: readonly FileColumn[]) => columns.every(({ name, field }) => name === field)

/** Returns the mapping that a preview proposes; undefined if none is needed. */
export const mappingOf = (columns: readonly FileColumn[] = []): Mapping | undefined =>
  isPlain(columns) ? undefined : Object.fromEntries(columns.map(({ name, field }) => [name, field]))

/**
 * Returns the mapping after assigning a column to another field. The column that was assigned to that field before is left
 * out.
 */
export function mappingWith(columns: readonly FileColumn[], name: string, field: string | null): Mapping {
  const others = columns.map(column => [
    column.name,
    column.field === field && field !== null ? null : column.field,
  ])
  return Object.fromEntries([...others, [name, field]])
}

/** A row for each column of a file: its first values, and a choice of the field that it fills. */
export function ColumnMap<Item extends FileColumn>({
  columns,
  fields,
  onChange,
  result,
  choices = [],
}: {
  columns: readonly Item[]
  fields: readonly string[]
  onChange: (name: string, field: string) => void
  /** Shows how the values of a column were read. */
  result?: (column: Item) => ReactNode
  /** More choices, below the fields. */
  choices?: { value: string; label: string }[]
}) {
  const data = [LEAVE_OUT, ...fields.map(field => ({ value: field, label: field })), ...choices]
  const tableColumns: Column<Item>[] = [
    { name: 'Column', grow: 1.2, show: ({ name }) => name || <Text c="dimmed">No name</Text> },
    {
      name: 'First values',
      grow: 2,
      show: ({ examples }) => <span className="mono">{examples.join(', ')}</span>,
    },
    {
      name: 'Becomes',
      grow: 1.2,
      show: ({ name, field }) => (
        <NativeSelect
          size="xs"
          aria-label={`What ${name || 'the column without a name'} becomes`}
          data={data}
          value={field ?? ''}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        />
      ),
    },
    ...(result ? [{ name: 'Values', grow: 1.6, show: result }] : []),
  ]
  return (
    <Stack gap={8}>
      <Title order={2}>Columns</Title>
      <DataTable
        label="Columns of the file"
        rows={columns}
        idOf={({ name }) => name}
        columns={tableColumns}
      />
    </Stack>
  )
}
