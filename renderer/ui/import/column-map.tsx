import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable } from '../lists/data-table.tsx'
import type { Column } from '../lists/table-options.ts'

/** A column of a file, as previews show it. */
export interface FileColumn {
  name: string
  /** What it becomes; null where it is left out. */
  field: string | null
  examples: string[]
}

/** What each column of a file becomes; null leaves it out. */
export type Mapping = Record<string, string | null>

const LEAVE_OUT = { value: '', label: 'Leave out' }

/** Whether there is anything to say about columns: all of them are fields as they are. */
export const isPlain = (columns: readonly FileColumn[]) => columns.every(({ name, field }) => name === field)

/** The mapping that a preview proposes. */
export const mappingOf = (columns: readonly FileColumn[] = []): Mapping | undefined =>
  isPlain(columns) ? undefined : Object.fromEntries(columns.map(({ name, field }) => [name, field]))

/** The mapping once a column becomes another field; whichever column was that field before is left out. */
export function mappingWith(columns: readonly FileColumn[], name: string, field: string | null): Mapping {
  const others = columns.map(column => [
    column.name,
    column.field === field && field !== null ? null : column.field,
  ])
  return Object.fromEntries([...others, [name, field]])
}

/** A line for each column of a file: its first values, and a choice of what it becomes. */
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
  /** What became of the values of a column. */
  result?: (column: Item) => ReactNode
  /** Further choices, below the fields. */
  choices?: { value: string; label: string }[]
}) {
  const data = [LEAVE_OUT, ...fields.map(field => ({ value: field, label: field })), ...choices]
  const shown: Column<Item>[] = [
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
      <DataTable label="Columns of the file" rows={columns} idOf={({ name }) => name} columns={shown} />
    </Stack>
  )
}
