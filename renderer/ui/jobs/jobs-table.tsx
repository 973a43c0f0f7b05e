import { useNavigate } from 'react-router'
import { DataTable } from '../lists/data-table.tsx'
import type { Selection } from '../lists/selection.tsx'
import type { Column } from '../lists/table-options.ts'
import { Time } from '../time.tsx'
import { durationText, tookOf } from './durations.ts'
import { inputText, jobInputText } from './input-text.ts'
import { JobStateDot } from './job-state.tsx'
import type { Job } from './records.ts'
import { useTargetName } from './targets.ts'

const took = (job: Job) => {
  const ms = tookOf(job)
  return ms === null ? '' : durationText(ms)
}

/** Numbers are short here, so that a window of 1,024 px shows all columns. */
const NUMBER_PX = 72

const columns = (nameOf: ReturnType<typeof useTargetName>): Column<Job>[] => [
  { name: 'State', grow: 1.5, show: job => <JobStateDot job={job} /> },
  { name: 'Parser or API', grow: 2, show: job => <span title={job.type}>{nameOf(job)}</span> },
  {
    name: 'Input',
    grow: 3,
    show: job => (
      <span className={inputText(job.input) && 'mono'} title={JSON.stringify(job.input)}>
        {[job.custom_id, jobInputText(job)].filter(Boolean).join(' · ')}
      </span>
    ),
  },
  {
    name: 'Error',
    grow: 3,
    show: ({ error }) => error && <span title={`${error.message} ${error.hint ?? ''}`}>{error.message}</span>,
  },
  { name: 'Took', right: true, grow: 0.9, show: took },
  { name: 'Credits', right: true, grow: 0.7, show: ({ credits }) => credits.used },
  { name: 'Created', grow: 1.2, show: job => <Time at={job.created_at} /> },
]

/** Jobs; a click opens one. */
export function JobsTable({
  label,
  jobs,
  onEnd,
  selection,
}: {
  label: string
  jobs: readonly Job[]
  onEnd?: () => void
  selection?: Selection
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      label={label}
      keep="jobs"
      selection={selection}
      columnPx={NUMBER_PX}
      rows={jobs}
      idOf={job => job.id}
      columns={columns(useTargetName())}
      onOpen={({ id }) => void navigate(`/jobs/${id}`)}
      onEnd={onEnd}
    />
  )
}
