import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { stateLabel } from '../../../server/base/fields/state-labels.ts'
import { counted } from '../../ui/counted.ts'
import { durationText } from '../../ui/jobs/durations.ts'
import { jobStateText } from '../../ui/jobs/job-state.tsx'
import { progressText } from '../../ui/jobs/list-pages.ts'
import type { Job } from '../../ui/jobs/records.ts'
import { SOURCES } from '../../ui/jobs/sources.ts'
import { colourOf } from '../../ui/outcome.tsx'
import { type StateColour, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { JobWithAttempts } from './api.ts'
import classes from './jobs.module.css'

type Attempt = JobWithAttempts['attempts'][number]

interface Step {
  name: string
  state?: StateColour
  at?: string | null
  note?: ReactNode
}

/** Returns what has happened to a job, in order. */
function stepsOf(job: JobWithAttempts): Step[] {
  const { attempts, max_attempts, finished_at, state } = job
  const endStep = {
    name: `Finished: ${stateLabel(state)}`,
    state: colourOf({ state }),
    at: finished_at,
    note: costOf(job),
  }
  return [
    { name: 'Created', at: job.created_at, note: `${SOURCES[job.source]}${waitOf(job) ?? ''}` },
    ...attempts.map(attempt => attemptStep(attempt, max_attempts)),
    finished_at ? endStep : { name: openName(job), state: colourOf({ state }) },
  ]
}

const waitOf = ({ created_at, started_at }: Job) =>
  started_at && `, waited ${durationText(Date.parse(started_at) - Date.parse(created_at))} in the queue`

const attemptStep = (attempt: Attempt, maxAttempts: number): Step => ({
  name: `Attempt ${attempt.number} of ${maxAttempts}`,
  state: attempt.state === 'failed' ? 'warn' : 'quiet',
  at: attempt.started_at,
  note: [timingsOf(attempt), attempt.error?.message].filter(Boolean).join('; '),
})

/** Formats the timings of an attempt: `fetched in 212 ms (http), read in 9 ms`. */
function timingsOf({ timings, sources }: Attempt): string {
  const from = sources.length ? ` (${sources.join(', ')})` : ''
  return [
    timings?.fetch && `fetched in ${durationText(timings.fetch)}${from}`,
    timings?.parse && `read in ${durationText(timings.parse)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const openName = (job: Job) => (job.pages ? progressText(job) : jobStateText(job))

const costOf = ({ credits }: Job) => (credits.used ? `cost ${counted(credits.used, 'credit')}` : 'free')

/** The timeline of a job: each attempt, its duration and its outcome. */
export function JobTimeline({ job }: { job: JobWithAttempts }) {
  return (
    <ol className={classes.steps} aria-label="Timeline">
      {stepsOf(job).map(({ name, state = 'quiet', at, note }) => (
        <li key={`${name} ${at}`}>
          <StateDot state={state}>{name}</StateDot>
          <Text size="xs" c="dimmed" component="div" pl={14} maw={280}>
            {at && <Time at={at} exact="seconds" />}
            {at && note && <br />}
            {note}
          </Text>
        </li>
      ))}
    </ol>
  )
}
