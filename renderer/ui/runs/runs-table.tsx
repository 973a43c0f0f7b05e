import { useNavigate } from 'react-router'
import { durationText, elapsedMs } from '../jobs/durations.ts'
import { inputText } from '../jobs/input-text.ts'
import { DataTable } from '../lists/data-table.tsx'
import type { Column } from '../lists/table-options.ts'
import { numberText } from '../number-text.ts'
import { OUTCOME_PX } from '../outcome.tsx'
import { Time } from '../time.tsx'
import type { WorkflowRun } from './records.ts'
import { kindOfRun, RunStateDot } from './run-states.tsx'

const elapsedText = (run: WorkflowRun) => {
  const ms = elapsedMs(run)
  return ms === null ? '' : durationText(ms)
}

const COLUMNS: Column<WorkflowRun>[] = [
  { name: 'State', grow: 2, least: OUTCOME_PX, show: run => <RunStateDot run={run} /> },
  {
    name: 'Workflow',
    grow: 2,
    show: ({ workflow_name, workflow_version }) => (
      <span title={`version ${workflow_version}`}>{workflow_name}</span>
    ),
  },
  { name: 'Started', grow: 1.4, show: run => kindOfRun(run) },
  {
    name: 'Input',
    grow: 2.4,
    show: ({ input }) => (
      <span className="mono" title={JSON.stringify(input)}>
        {inputText(input)}
      </span>
    ),
  },
  { name: 'Took', right: true, show: elapsedText },
  { name: 'Credits', right: true, show: ({ credits }) => numberText(credits) },
  { name: 'Created', grow: 1.2, show: ({ created_at }) => <Time at={created_at} /> },
]

/** A table of workflow runs. A click opens a run. */
export function RunsTable({
  label,
  runs,
  onEnd,
}: {
  label: string
  runs: readonly WorkflowRun[]
  onEnd?: () => void
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={label}
      rows={runs}
      idOf={({ id }) => id}
      columns={COLUMNS}
      onOpen={({ id }) => void navigate(`/runs/${id}`)}
      onEnd={onEnd}
    />
  )
}
