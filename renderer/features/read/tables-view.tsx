import { Button, Group, Select, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { csvText } from '../../lib/csv-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { ValueCell } from '../../ui/lists/value-cell.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { PageText } from './page-text.ts'
import classes from './read.module.css'

type PageTable = PageText['tables'][number]
interface TableRow {
  id: string
  cells: (string | null)[]
}

const csvOf = ({ columns, rows }: PageTable) =>
  csvText([columns, ...rows.map(cells => cells.map(cell => cell ?? ''))])

const nameOf = ({ caption, rows }: PageTable, index: number) =>
  `${caption ?? `Table ${index + 1}`} · ${counted(rows.length, 'row')}`

/** Shows the tables of the text as data, one at a time. */
export function TablesView({ tables }: { tables: PageTable[] }) {
  const [tableIndex, chooseTable] = useState(0)
  const table = tables[tableIndex] ?? tables[0]
  if (!table) return <EmptyState>The text has no tables.</EmptyState>
  const save = () =>
    saveFile(new Blob([csvOf(table)], { type: 'text/csv' }), `${fileName(table, tableIndex)}.csv`)
  return (
    <div className={classes.column}>
      <div className={classes.toolbar}>
        {tables.length > 1 ? (
          <Select
            size="xs"
            w={280}
            aria-label="Table"
            data={tables.map((one, index) => ({ value: String(index), label: nameOf(one, index) }))}
            value={String(tableIndex)}
            onChange={value => chooseTable(Number(value))}
            allowDeselect={false}
          />
        ) : (
          <Text size="sm">{nameOf(table, 0)}</Text>
        )}
        <Group gap={8}>
          <CopyButton text={csvOf(table)} what="the table as CSV" />
          <Button size="compact-sm" variant="default" onClick={save}>
            Save as CSV
          </Button>
        </Group>
      </div>
      <div className={classes.scroll}>
        <TableRows key={tableIndex} table={table} />
      </div>
    </div>
  )
}

const fileName = ({ caption }: PageTable, index: number) =>
  (caption ?? `table ${index + 1}`).replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 80)

/** The rows of a table. Columns are named by their index, since several may have the same name. */
function TableRows({ table: { caption, columns, rows } }: { table: PageTable }) {
  const tableRows = useMemo(
    () => rows.map((cells, index): TableRow => ({ id: String(index), cells })),
    [rows],
  )
  const tableColumns = useMemo(
    () =>
      columns.map((head, index) => ({
        name: `${index + 1}`,
        head: head || `Column ${index + 1}`,
        show: ({ cells }: TableRow) => <ValueCell name={head} value={cells[index]} />,
      })),
    [columns],
  )
  return (
    <DataTable label={caption ?? 'Table'} rows={tableRows} idOf={({ id }) => id} columns={tableColumns} />
  )
}
