import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { Causes } from '../../ui/import/causes.tsx'
import { ColumnMap, type Mapping, mappingWith } from '../../ui/import/column-map.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import type { Database, ImportPreview as PreviewData } from './api.ts'
import { NewColumn } from './columns/new-column.tsx'
import { valueText } from './value-text.ts'

/** The choice of a new column. `+` cannot be the name of a column. */
const NEW_COLUMN = '+'

type FileColumn = PreviewData['columns'][number]

/**
 * Shows what a file would write: the mapping and conversion of its columns, the rows that do not fit, and the first rows.
 */
export function ImportPreview({
  database,
  preview: { rows, fit, columns, causes, first },
  onMap,
}: {
  database: Database
  preview: PreviewData
  onMap: (mapping: Mapping) => void
}) {
  const [added, setAdded] = useState<string | null>(null)
  const map = (name: string, field: string | null) => onMap(mappingWith(columns, name, field))
  const choose = (name: string, field: string) => {
    setAdded(field === NEW_COLUMN ? name : null)
    if (field !== NEW_COLUMN) map(name, field || null)
  }
  return (
    <Stack gap={24}>
      <ColumnMap
        columns={columns}
        fields={database.columns.map(({ name }) => name)}
        choices={[{ value: NEW_COLUMN, label: 'New column…' }]}
        onChange={choose}
        result={conversionText}
      />
      {added !== null && (
        <NewColumn
          key={added}
          database={database}
          proposed={added}
          onAdded={name => {
            map(added, name)
            setAdded(null)
          }}
          onCancel={() => setAdded(null)}
        />
      )}
      {fit < rows && (
        <Causes title={`${counted(rows - fit, 'row')} would not fit`} what="Rows" causes={causes} />
      )}
      {first.length > 0 && <FirstRows database={database} columns={columns} rows={first} />}
    </Stack>
  )
}

/** Says how the values of a column were converted. */
function conversionText({ field, values, empty, unfit }: FileColumn) {
  if (field === null) return <span style={{ color: 'var(--mantine-color-dimmed)' }}>Left out</span>
  const parts = [
    counted(values, 'value'),
    empty > 0 && `${numberText(empty)} empty`,
    unfit > 0 && `${numberText(unfit)} not fitting`,
  ].filter(part => part !== false)
  return <span {...(unfit > 0 && { style: { color: 'var(--winnow-bad)' } })}>{parts.join(', ')}</span>
}

type Row = PreviewData['first'][number]

function FirstRows({
  database,
  columns,
  rows,
}: {
  database: Database
  columns: readonly FileColumn[]
  rows: Row[]
}) {
  const mappedColumns = database.columns.filter(({ name }) => columns.some(({ field }) => field === name))
  const tableColumns = mappedColumns.map(
    ({ name, type }): Column<Row> => ({
      name,
      right: type === 'number' || type === 'integer',
      show: row => valueText(row[name]),
    }),
  )
  return (
    <Stack gap={8}>
      <Title order={2}>First rows</Title>
      <DataTable
        label="First rows"
        rows={rows}
        idOf={row => String(rows.indexOf(row))}
        columns={tableColumns}
      />
    </Stack>
  )
}
