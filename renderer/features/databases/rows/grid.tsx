import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '../../../lib/service/account.ts'
import { ConfirmButton } from '../../../ui/actions/confirm-button.tsx'
import { counted } from '../../../ui/counted.ts'
import { Gallery, type GalleryItem, hasAnyPicture } from '../../../ui/gallery/gallery.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { CountedList, fetchMoreOf, rowsOf } from '../../../ui/lists/paged-rows.tsx'
import { type Selection, SelectionBar, useSelection } from '../../../ui/lists/selection.tsx'
import type { Column as TableColumn } from '../../../ui/lists/table-options.ts'
import { ValueCell } from '../../../ui/lists/value-cell.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Column, type Database, type Row, rowsQuery, useDatabaseActions } from '../api.ts'
import { ColumnHead } from '../columns/column-head.tsx'
import classes from '../databases.module.css'
import { hasFilters, type useRowFilters } from './filters.ts'

const COLUMN_PX = 140
/** The maximum lines of a text that a row shows. */
const MAX_LINES = 3

type RowFilters = ReturnType<typeof useRowFilters>

/** The share of the width that a column gets by its type, and its width in pixels once it is pinned. */
const WIDTHS: Record<Column['type'], { grow: number; width: number }> = {
  string: { grow: 2, width: 240 },
  number: { grow: 1, width: 120 },
  integer: { grow: 1, width: 120 },
  boolean: { grow: 0.8, width: 90 },
  json: { grow: 2, width: 240 },
}

const isNumeric = ({ type }: Column) => type === 'number' || type === 'integer'

const columnsOf = (database: Database, filters: RowFilters): TableColumn<Row>[] => [
  ...database.columns.map(column => ({
    name: column.name,
    ...WIDTHS[column.type],
    right: isNumeric(column),
    head: <ColumnHead {...{ database, column }} {...filters} />,
    show: ({ data }: Row) => <ValueCell name={column.name} value={data[column.name]} />,
  })),
  {
    name: 'Changed',
    show: ({ changed_at, removed_at }) =>
      removed_at ? <StateDot state="quiet">Removed</StateDot> : <Time at={changed_at} />,
  },
]

/** The matching rows. Only visible rows are rendered; more are fetched on scrolling. */
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
  const visibleRows = rowsOf(rows)
  if (!visibleRows.length)
    return <NoRows id={database.id} isFiltered={hasFilters(filters.wanted)} {...{ filters, onImport }} />
  return (
    <CountedList query={rows} total={hasFilters(filters.wanted) ? undefined : database.row_count}>
      <Grid
        database={database}
        filters={filters}
        rows={visibleRows}
        onOpen={onOpen}
        onEnd={fetchMoreOf(rows)}
        hasMore={rows.hasNextPage}
      />
    </CountedList>
  )
}

function Grid({
  database,
  filters,
  rows,
  onOpen,
  onEnd,
  hasMore,
}: {
  database: Database
  filters: RowFilters
  rows: Row[]
  onOpen: (row: Row) => void
  onEnd: () => void
  hasMore: boolean
}) {
  const selection = useSelection(rows.map(({ id }) => id))
  const [isGallery, setGallery] = useState(false)
  const items = rows.map(row => itemOf(database, row))
  const views = hasAnyPicture(items) && (
    <SegmentedControl
      size="xs"
      m={8}
      aria-label="Rows as"
      value={isGallery ? 'gallery' : 'table'}
      onChange={value => setGallery(value === 'gallery')}
      data={[
        { value: 'table', label: 'Table' },
        { value: 'gallery', label: 'Gallery' },
      ]}
    />
  )
  const open = (id: string) => onOpen(rows.find(row => row.id === id)!)
  if (isGallery)
    return (
      <div className={classes.rows}>
        {views}
        <Gallery label="Rows" items={items} onOpen={open} onMore={hasMore ? onEnd : undefined} />
      </div>
    )
  return (
    <div className={classes.rows}>
      {views}
      <SelectedRows database={database} selection={selection} />
      <DataTable
        fill
        keep={`database:${database.id}`}
        selection={selection}
        lines={MAX_LINES}
        label="Rows"
        rows={rows}
        idOf={({ id }) => id}
        columns={columnsOf(database, filters)}
        columnPx={COLUMN_PX}
        onOpen={onOpen}
        onEnd={onEnd}
      />
    </div>
  )
}

const itemOf = ({ columns }: Database, { id, data }: Row): GalleryItem => ({
  id,
  values: columns.map(({ name }) => ({ name, value: data[name] })),
})

/** Deletes the selected rows. */
function SelectedRows({ database, selection }: { database: Database; selection: Selection }) {
  const { removeRows } = useDatabaseActions()
  const selectedText = counted(selection.ids.length, 'row')
  return (
    <SelectionBar selection={selection} what="row">
      <ConfirmButton
        question={`Deletes ${selectedText} permanently. Their earlier values stay in the list of changes.`}
        verb={`Delete ${selectedText}`}
        loading={removeRows.isPending}
        onConfirm={() =>
          removeRows.mutate({ id: database.id, rows: selection.ids }, { onSuccess: selection.clear })
        }
      >
        Delete
      </ConfirmButton>
    </SelectionBar>
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <div className={classes.notice}>{children}</div>
)

const NoRows = ({
  id,
  isFiltered,
  filters,
  onImport,
}: {
  id: string
  isFiltered: boolean
  filters: RowFilters
  onImport: () => void
}) =>
  isFiltered ? (
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
    <EmptyState
      action={
        <Group gap={8}>
          <Button component={Link} to={`/databases/collect?into=${id}`}>
            Collect this
          </Button>
          <Button variant="default" onClick={onImport}>
            Import file
          </Button>
        </Group>
      }
    >
      <Text span>
        No rows yet. Collect what a parser or an API yields, or import a CSV, NDJSON or JSON file.
      </Text>
    </EmptyState>
  )
