import { Tooltip } from '@mantine/core'

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

function ago(ms: number): string {
  const seconds = ms / 1000
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  if (step) return relative.format(Math.round(seconds / step[1]), step[0])
  return seconds > 1 ? 'in less than a minute' : 'just now'
}

const MINUTES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const SECONDS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A relative time, or an `exact` one with or without seconds; local time and UTC are shown on hover. */
export function Time({ at, exact = false }: { at: string; exact?: boolean | 'seconds' }) {
  const date = new Date(at)
  const shown = exact === 'seconds' ? SECONDS : MINUTES
  return (
    <Tooltip label={`${SECONDS.format(date)} · ${date.toISOString()}`}>
      <time dateTime={at} className="tabular">
        {exact ? shown.format(date) : ago(date.getTime() - Date.now())}
      </time>
    </Tooltip>
  )
}
