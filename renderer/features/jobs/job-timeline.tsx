import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../ui/counted.ts'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { Job } from './api.ts'
import { durationText } from './durations.ts'
import { STATES } from './job-state.tsx'
import classes from './jobs.module.css'

interface Step {
  name: string
  at?: string | null
  note?: ReactNode
}

/** What has happened to a job, in order. */
function stepsOf(job: Job): Step[] {
  const { timings, attempt, max_attempts, started_at, finished_at, state, progress } = job
  const steps: Step[] = [{ name: 'Made', at: job.created_at, note: `by ${job.source}` }]
  if (started_at)
    steps.push({
      name: attempt > 1 ? `Attempt ${attempt} of ${max_attempts}` : 'Begun',
      at: started_at,
      note: timings && `waited ${durationText(timings.queued)} for its turn`,
    })
  if (timings?.fetch) steps.push({ name: 'Page fetched', note: durationText(timings.fetch) })
  if (timings?.parse) steps.push({ name: 'Page read', note: durationText(timings.parse) })
  if (finished_at) steps.push({ name: `Ended: ${state}`, at: finished_at, note: costOf(job) })
  else steps.push({ name: openName(state, progress), note: null })
  return steps
}

const openName = (state: Job['state'], progress: Job['progress']) =>
  state === 'pending' ? 'Waits for its turn' : progress?.stage === 'parse' ? 'Reads the page' : 'Fetches'

const costOf = ({ credits }: Job) =>
  credits.used ? `cost ${counted(credits.used, 'credit')}` : 'free of charge'

/** The way of a job so far. */
export function JobTimeline({ job }: { job: Job }) {
  const steps = stepsOf(job)
  return (
    <ol className={classes.steps} aria-label="Timeline">
      {steps.map(({ name, at, note }, index) => (
        <li key={name}>
          <StateDot state={index === steps.length - 1 ? STATES[job.state] : 'quiet'}>{name}</StateDot>
          <Text size="xs" c="dimmed" component="div" pl={14}>
            {at && <Time at={at} exact />}
            {at && note && <br />}
            {note}
          </Text>
        </li>
      ))}
    </ol>
  )
}
