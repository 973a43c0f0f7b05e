import { Tooltip } from '@mantine/core'
import { relativeTime } from '../lib/relative-time.ts'
import { hourCycle, LOCALE } from './locale.ts'

const MINUTES = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', hourCycle })
const SECONDS = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', hourCycle })

/** Formats a time to the minute: `Nov 23, 2026, 7:53 AM`. */
export const exactTime = (at: string) => MINUTES.format(new Date(at))

/** A relative time, or an `exact` one with or without seconds. The tooltip shows local time and UTC. */
export function Time({ at, exact = false }: { at: string; exact?: boolean | 'seconds' }) {
  const date = new Date(at)
  const format = exact === 'seconds' ? SECONDS : MINUTES
  return (
    <Tooltip label={`${SECONDS.format(date)} · ${date.toISOString()}`}>
      <time dateTime={at} className="tabular">
        {exact ? format.format(date) : relativeTime(date.getTime() - Date.now())}
      </time>
    </Tooltip>
  )
}
