import { Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { Time } from '../../ui/time.tsx'
import { isOpen, type Job } from './api.ts'
import { durationText } from './durations.ts'
import { STATES } from './job-state.tsx'

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
  credits.used ? `captured ${credits.used} of the credits set aside` : 'free of charge'

/** The way of a job so far. */
export function JobTimeline({ job }: { job: Job }) {
  const steps = stepsOf(job)
  return (
    <Timeline
      active={steps.length - 1}
      bulletSize={12}
      lineWidth={2}
      color={isOpen(job) ? 'cyan' : 'gray'}
      aria-label="Timeline"
    >
      {steps.map(({ name, at, note }, index) => (
        <Timeline.Item
          key={name}
          title={<Text size="sm">{name}</Text>}
          {...(index === steps.length - 1 && { color: `var(--winnow-${colourOf(job)})` })}
        >
          <Text size="xs" c="dimmed" component="div">
            {at && <Time at={at} exact />}
            {at && note && ' · '}
            {note}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

const colourOf = ({ state }: Job) => (STATES[state] === 'quiet' ? 'busy' : STATES[state])
