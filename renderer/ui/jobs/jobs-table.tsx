import { useNavigate } from 'react-router'
import { Notice } from '../answer/notice.tsx'
import { DataTable } from '../lists/data-table.tsx'
import type { Selection } from '../lists/selection.tsx'
import { type Column, NUMBER_PX } from '../lists/table-options.ts'
import { Time } from '../time.tsx'
import { durationText, elapsedMs } from './durations.ts'
import { inputText, jobInputText } from './input-text.ts'
import { JobStateDot } from './job-state.tsx'
import classes from './jobs-table.module.css'
import type { Job } from './records.ts'
import { useTargetName } from './targets.ts'

const elapsedText = (job: Job) => {
  const ms = elapsedMs(job)
  return ms === null ? '' : durationText(ms)
}

/** The input, which tells jobs apart, gets more room than columns whose whole text is in a tooltip. */
const INPUT_PX = 140
const TITLED_PX = 94
/** Fits `59 minutes ago`. */
const TIME_PX = 116

/** The complete input, with its scheme and the names of its fields. */
const titleOf = (job: Job) => [job.custom_id, JSON.stringify(job.input)].filter(Boolean).join(' · ')

const columns = (nameOf: ReturnType<typeof useTargetName>): Column<Job>[] => [
  { name: 'State', grow: 1.5, show: job => <JobStateDot job={job} /> },
  {
    name: 'Parser or API',
    grow: 2,
    least: TITLED_PX,
    show: job => <span title={job.type}>{nameOf(job)}</span>,
  },
  {
    name: 'Input',
    grow: 3,
    least: INPUT_PX,
    show: job => (
      <span className={inputText(job.input) && 'mono'} title={titleOf(job)}>
        {job.custom_id && `${job.custom_id} · `}
        <ShortAddress text={jobInputText(job)} />
      </span>
    ),
  },
  {
    name: 'Error',
    grow: 3,
    least: TITLED_PX,
    show: job => <Fault job={job} />,
  },
  { name: 'Took', right: true, grow: 0.9, show: elapsedText },
  { name: 'Credits', right: true, grow: 0.7, show: ({ credits }) => credits.used },
  { name: 'Created', grow: 1.2, least: TIME_PX, show: job => <Time at={job.created_at} /> },
]

/** Says why a job has no result, or what its result lacks. */
function Fault({ job: { error, notice } }: { job: Job }) {
  if (error) return <span title={`${error.message} ${error.hint ?? ''}`}>{error.message}</span>
  return notice && <Notice notice={notice} />
}

/** Hides the scheme of a text that is an address, since it says little. The scheme is still copied with the text. */
function ShortAddress({ text }: { text: string }) {
  const [scheme = ''] = /^https?:\/\//i.exec(text) ?? []
  return (
    <>
      <span className={classes.scheme}>{scheme}</span>
      {text.slice(scheme.length)}
    </>
  )
}

/** A table of jobs. A click opens a job. */
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
      columns={columns(useTargetName(jobs))}
      onOpen={({ id }) => void navigate(`/jobs/${id}`)}
      onEnd={onEnd}
    />
  )
}
