import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { DataTable, type Column as TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Column, type Database, type Row, rowsQuery } from './api.ts'
import { ColumnHead } from './column-head.tsx'
import classes from './databases.module.css'
import { valueText } from './value-text.ts'
import { isNarrowed, type useWanted } from './wanted.ts'

const COLUMN_PX = 140

type InHand = ReturnType<typeof useWanted>

const isNumeric = ({ type }: Column) => type === 'number' || type === 'integer'

const columnsOf = ({ columns }: Database, inHand: InHand): TableColumn<Row>[] => [
  ...columns.map(column => ({
    name: column.name,
    right: isNumeric(column),
    head: <ColumnHead column={column} {...inHand} />,
    show: ({ data }: Row) => <span title={valueText(data[column.name])}>{valueText(data[column.name])}</span>,
  })),
  {
    name: 'Changed',
    show: ({ changed_at, removed_at }) =>
      removed_at ? <StateDot state="quiet">removed</StateDot> : <Time at={changed_at} />,
  },
]

/** The rows that are wanted: those in view are drawn, more are fetched as one scrolls. */
export function RowGrid({
  database,
  inHand,
  onOpen,
  onImport,
}: {
  database: Database
  inHand: InHand
  onOpen: (row: Row) => void
  onImport: () => void
}) {
  const rows = useInfiniteQuery(rowsQuery(useAccount(), database.id, inHand.wanted))
  if (rows.isPending) return <Notice children={<RowsSkeleton rows={10} />} />
  if (rows.isError)
    return <Notice children={<ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />} />
  const shown = rows.data.pages.flatMap(page => page.data)
  if (!shown.length) return <NoRows narrowed={isNarrowed(inHand.wanted)} {...{ inHand, onImport }} />
  return (
    <div className={classes.rows}>
      <DataTable
        fill
        label="Rows"
        rows={shown}
        idOf={({ id }) => id}
        columns={columnsOf(database, inHand)}
        columnPx={COLUMN_PX}
        onOpen={onOpen}
        onEnd={() => void (rows.hasNextPage && !rows.isFetching && rows.fetchNextPage())}
      />
    </div>
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <div className={classes.notice}>{children}</div>
)

const NoRows = ({
  narrowed,
  inHand,
  onImport,
}: {
  narrowed: boolean
  inHand: InHand
  onImport: () => void
}) =>
  narrowed ? (
    <EmptyState
      action={
        <Button variant="default" onClick={inHand.clear}>
          Show all rows
        </Button>
      }
    >
      No row fits these conditions.
    </EmptyState>
  ) : (
    <EmptyState action={<Button onClick={onImport}>Import file</Button>}>
      <Text span>
        No rows yet. They come from jobs and batches that write here, from calls, or from a file of CSV,
        NDJSON or JSON.
      </Text>
    </EmptyState>
  )
