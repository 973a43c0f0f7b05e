import { Drawer, Stack } from '@mantine/core'
import { stateLabel } from '../../../../server/base/fields/state-labels.ts'
import { useDrawerParameter } from '../../../lib/in-address.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import type { Column } from '../../../ui/lists/table-options.ts'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Change, Database } from '../api.ts'
import classes from '../databases.module.css'
import { RowValues } from '../rows/values.tsx'
import { valueText } from '../value-text.ts'
import { ChangeItem, KINDS } from './change-item.tsx'

/** Returns the label of a row: its key, or its first column. */
const nameOf = ({ primary_key, columns }: Database, { data }: Change) =>
  (primary_key.length ? primary_key : columns.slice(0, 1).map(({ name }) => name))
    .map(name => valueText(data[name]))
    .join(' · ')

const hasDifferences = ({ fields }: Change) =>
  Object.entries(fields)
    .map(([name, { from, to }]) => `${name}: ${valueText(from)} → ${valueText(to)}`)
    .join(', ')

const columnsOf = (database: Database): Column<Change>[] => [
  { name: 'When', show: ({ at }) => <Time at={at} /> },
  { name: 'Change', show: ({ kind }) => <StateDot state={KINDS[kind]}>{stateLabel(kind)}</StateDot> },
  { name: 'Row', grow: 2, show: change => nameOf(database, change) },
  {
    name: 'Changed fields',
    grow: 3,
    show: change => <span title={hasDifferences(change)}>{hasDifferences(change)}</span>,
  },
]

/** A list of changes. Each opens with the whole row as it was then. */
export function ChangesTable({
  database,
  changes,
  onEnd,
}: {
  database: Database
  changes: readonly Change[]
  onEnd: () => void
}) {
  const [seq, setSeq] = useDrawerParameter('change')
  const open = changes.find(change => String(change.seq) === seq)
  const close = () => setSeq(null)
  return (
    <div className={classes.rows}>
      <DataTable
        fill
        label="Changes"
        rows={changes}
        idOf={({ seq }) => String(seq)}
        columns={columnsOf(database)}
        onOpen={change => setSeq(String(change.seq))}
        onEnd={onEnd}
      />
      <Drawer opened={open !== undefined} onClose={close} title="Change" size="lg">
        {open && (
          <Stack gap={16}>
            <ChangeItem change={open} />
            <RowValues columns={database.columns} data={open.data} />
          </Stack>
        )}
      </Drawer>
    </div>
  )
}
