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
  return seconds > 1 ? 'in a moment' : 'just now'
}

/** A time as people say it; the local time and UTC on hover. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at)
  const local = date.toLocaleString()
  return (
    <Tooltip label={`${local} · ${date.toISOString()}`}>
      <time dateTime={at} className="tabular">
        {exact ? local : ago(date.getTime() - Date.now())}
      </time>
    </Tooltip>
  )
}
