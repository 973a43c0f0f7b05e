import { useNavigate } from 'react-router'
import { Notice } from '../answer/notice.tsx'
import { DataTable } from '../lists/data-table.tsx'
import type { Selection } from '../lists/selection.tsx'
import type { Column } from '../lists/table-options.ts'
import { Time } from '../time.tsx'
import { durationText, tookOf } from './durations.ts'
import { inputText, jobInputText } from './input-text.ts'
import { JobStateDot } from './job-state.tsx'
import classes from './jobs-table.module.css'
import type { Job } from './records.ts'
import { useTargetName } from './targets.ts'

const took = (job: Job) => {
  const ms = tookOf(job)
  return ms === null ? '' : durationText(ms)
}

/** Numbers are short here, so that a window of 1,024 px shows all columns. */
const NUMBER_PX = 72

/** What tells jobs apart has more room than what its title has whole. */
const INPUT_PX = 140
const TITLED_PX = 94
/** `59 minutes ago`, whole. */
const TIME_PX = 116

/** The whole of it, with its scheme and the names of fields. */
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
  { name: 'Took', right: true, grow: 0.9, show: took },
  { name: 'Credits', right: true, grow: 0.7, show: ({ credits }) => credits.used },
  { name: 'Created', grow: 1.2, least: TIME_PX, show: job => <Time at={job.created_at} /> },
]

/** Why a job has no result, or what its result lacks. */
function Fault({ job: { error, notice } }: { job: Job }) {
  if (error) return <span title={`${error.message} ${error.hint ?? ''}`}>{error.message}</span>
  return notice && <Notice notice={notice} />
}

/** A text that may be an address, whose scheme says least of it: it is not drawn, and copied all the same. */
function ShortAddress({ text }: { text: string }) {
  const [scheme = ''] = /^https?:\/\//i.exec(text) ?? []
  return (
    <>
      <span className={classes.scheme}>{scheme}</span>
      {text.slice(scheme.length)}
    </>
  )
}

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
