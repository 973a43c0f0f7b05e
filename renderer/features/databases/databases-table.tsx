import { useNavigate } from 'react-router'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { type Choice, labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { RowLink } from '../../ui/lists/links.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type Database, useDatabaseActions } from './api.ts'

const columnsOf = (modes: readonly Choice[]): Column<Database>[] => [
  {
    name: 'Name',
    grow: 2.4,
    show: ({ id, name, description }) => <RowLink to={`/databases/${id}`} name={name} note={description} />,
  },
  { name: 'Rows', right: true, show: ({ row_count }) => numberText(row_count) },
  { name: 'Columns', right: true, show: ({ columns }) => columns.length },
  { name: 'Key', grow: 1.6, show: ({ primary_key }) => primary_key.join(', ') || 'none' },
  { name: 'Write mode', grow: 1.8, least: 132, show: ({ write_mode }) => labelIn(modes, write_mode) },
  { name: 'Changed', show: ({ updated_at }) => <Time at={updated_at} /> },
]

/** A table of databases, newest first. */
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
        lines={2}
        columns={columnsOf(useChoices('database-create', 'write_mode'))}
        onEnd={onEnd}
        onOpen={({ id }) => void navigate(`/databases/${id}`)}
        actions={database => (
          <RowMenu
            name={database.name}
            loading={remove.isPending && remove.variables.id === database.id}
            onDelete={() => remove.mutate(database)}
          />
        )}
      />
    </>
  )
}
