import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { DataTable, type Column as TableColumn } from '../../ui/lists/data-table.tsx'
import { fetchMoreOf, rowsOf } from '../../ui/lists/paged-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Column, type Database, type Row, rowsQuery } from './api.ts'
import { ColumnHead } from './column-head.tsx'
import classes from './databases.module.css'
import { valueText } from './value-text.ts'
import { isNarrowed, type useWanted } from './wanted.ts'

const COLUMN_PX = 140

type RowFilters = ReturnType<typeof useWanted>

const isNumeric = ({ type }: Column) => type === 'number' || type === 'integer'

const columnsOf = ({ columns }: Database, filters: RowFilters): TableColumn<Row>[] => [
  ...columns.map(column => ({
    name: column.name,
    right: isNumeric(column),
    head: <ColumnHead column={column} {...filters} />,
    show: ({ data }: Row) => <span title={valueText(data[column.name])}>{valueText(data[column.name])}</span>,
  })),
  {
    name: 'Changed',
    show: ({ changed_at, removed_at }) =>
      removed_at ? <StateDot state="quiet">removed</StateDot> : <Time at={changed_at} />,
  },
]

/** The matching rows: only those in view are rendered, more are fetched on scrolling. */
export function RowGrid({
  database,
  filters,
  onOpen,
  onImport,
}: {
  database: Database
  filters: RowFilters
  onOpen: (row: Row) => void
  onImport: () => void
}) {
  const rows = useInfiniteQuery(rowsQuery(useAccount(), database.id, filters.wanted))
  if (rows.isPending) return <Notice children={<RowsSkeleton rows={10} />} />
  if (rows.isError)
    return <Notice children={<ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />} />
  const shown = rowsOf(rows)
  if (!shown.length) return <NoRows narrowed={isNarrowed(filters.wanted)} {...{ filters, onImport }} />
  return (
    <div className={classes.rows}>
      <DataTable
        fill
        label="Rows"
        rows={shown}
        idOf={({ id }) => id}
        columns={columnsOf(database, filters)}
        columnPx={COLUMN_PX}
        onOpen={onOpen}
        onEnd={fetchMoreOf(rows)}
      />
    </div>
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <div className={classes.notice}>{children}</div>
)

const NoRows = ({
  narrowed,
  filters,
  onImport,
}: {
  narrowed: boolean
  filters: RowFilters
  onImport: () => void
}) =>
  narrowed ? (
    <EmptyState
      action={
        <Button variant="default" onClick={filters.clear}>
          Show all rows
        </Button>
      }
    >
      No matching rows.
    </EmptyState>
  ) : (
    <EmptyState action={<Button onClick={onImport}>Import file</Button>}>
      <Text span>
        No rows yet. Jobs, batches and API calls write rows here. You can also import a CSV, NDJSON or JSON
        file.
      </Text>
    </EmptyState>
  )
