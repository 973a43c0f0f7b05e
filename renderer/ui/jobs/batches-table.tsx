import { useNavigate } from 'react-router'
import { DataTable } from '../lists/data-table.tsx'
import { RowLink } from '../lists/links.tsx'
import type { Column } from '../lists/table-options.ts'
import { numberText } from '../number-text.ts'
import { OUTCOME_PX } from '../outcome.tsx'
import { Time } from '../time.tsx'
import { batchName } from './batch-name.ts'
import { BatchStateDot } from './batch-state.tsx'
import { CountBar } from './count-bar.tsx'
import type { Batch } from './records.ts'
import { useTargetName } from './targets.ts'

const columns = (nameOf: ReturnType<typeof useTargetName>): Column<Batch>[] => [
  {
    name: 'Name',
    grow: 2.4,
    show: batch => <RowLink to={`/batches/${batch.id}`} name={batchName(batch, nameOf)} />,
  },
  { name: 'State', grow: 1.9, least: OUTCOME_PX, show: batch => <BatchStateDot batch={batch} /> },
  { name: 'Parser or API', grow: 2, show: ({ target }) => nameOf(target) },
  { name: 'Progress', grow: 2, show: ({ counts }) => <CountBar counts={counts} /> },
  { name: 'Items', right: true, show: ({ counts }) => numberText(counts.total) },
  { name: 'Credits', right: true, show: ({ credits }) => numberText(credits.used) },
  { name: 'Created', grow: 1.3, show: batch => <Time at={batch.created_at} /> },
]

/** A table of batches, newest first. A click opens a batch. */
export function BatchesTable({ batches, onEnd }: { batches: readonly Batch[]; onEnd?: () => void }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="Batches"
      rows={batches}
      idOf={batch => batch.id}
      columns={columns(useTargetName(batches.map(({ target }) => target)))}
      onOpen={({ id }) => void navigate(`/batches/${id}`)}
      onEnd={onEnd}
    />
  )
}
