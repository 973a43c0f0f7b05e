import { Button, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { counted } from '../../ui/counted.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type Database, useDatabaseActions } from './api.ts'
import classes from './databases.module.css'

const COLUMNS: Column<Database>[] = [
  { name: 'Name', grow: 3, show: database => <Name of={database} /> },
  { name: 'Rows', right: true, show: ({ row_count }) => row_count.toLocaleString() },
  { name: 'Columns', right: true, show: ({ columns }) => columns.length },
  { name: 'Key', grow: 1.6, show: ({ primary_key }) => primary_key.join(', ') || 'none' },
  { name: 'Writes', show: ({ write_mode }) => write_mode },
  { name: 'Settings changed', grow: 1.4, show: ({ updated_at }) => <Time at={updated_at} /> },
]

const Name = ({ of: { id, name, description } }: { of: Database }) => (
  <>
    <Link to={`/databases/${id}`} className={classes.link} onClick={event => event.stopPropagation()}>
      {name}
    </Link>
    <Text span size="xs" c="dimmed" ml={8} title={description}>
      {description}
    </Text>
  </>
)

/** Databases, newest first. */
export function DatabasesTable({ databases, onEnd }: { databases: readonly Database[]; onEnd: () => void }) {
  const navigate = useNavigate()
  const { remove } = useDatabaseActions()
  return (
    <>
      {remove.error && <ErrorNotice error={remove.error} />}
      <DataTable
        label="Databases"
        rows={databases}
        idOf={({ id }) => id}
        columns={COLUMNS}
        onEnd={onEnd}
        onOpen={({ id }) => void navigate(`/databases/${id}`)}
        actions={database => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete ${database.name} with ${counted(database.row_count, 'row')}`}
            onClick={event => {
              event.stopPropagation()
              remove.mutate(database)
            }}
          >
            Delete
          </Button>
        )}
      />
    </>
  )
}
