import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { relativeTime } from '../lib/relative-time.ts'
import { serviceTime } from '../lib/service/clock.ts'
import { hourCycle, LOCALE } from './locale.ts'

const MINUTES = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', hourCycle })
const SECONDS = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', hourCycle })

/** Formats a time to the minute: `Nov 23, 2026, 7:53 AM`. */
export const exactTime = (at: string) => MINUTES.format(new Date(at))

/** Formats a time to the minute in a time zone, and names the zone: `Nov 23, 2026, 9:00 AM, Europe/Berlin`. */
const timeInZone = (at: string, timeZone: string) =>
  `${new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', hourCycle, timeZone }).format(new Date(at))}, ${timeZone}`

/**
 * A relative time, or an `exact` one with or without seconds, or the exact one in a `zone`. The tooltip shows local time and
 * UTC.
 */
export function Time({
  at,
  exact = false,
  zone,
}: {
  at: string
  exact?: boolean | 'seconds'
  zone?: string
}) {
  const date = new Date(at)
  const format = exact === 'seconds' ? SECONDS : MINUTES
  return (
    <Tooltip label={`${SECONDS.format(date)} · ${date.toISOString()}`}>
      <time dateTime={at} className="tabular">
        {zone ? timeInZone(at, zone) : exact ? format.format(date) : <RelativeTime at={date.getTime()} />}
      </time>
    </Tooltip>
  )
}

function RelativeTime({ at }: { at: number }) {
  useSyncExternalStore(everyTick, () => ticks)
  return relativeTime(at - serviceTime())
}

const TICK_MS = 20_000
let ticks = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls a function from time to time, so that “2 minutes ago” is still true an hour later. All callers share one timer. */
function everyTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    ticks++
    for (const notify of listeners) notify()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size) return
    clearInterval(timer)
    timer = undefined
  }
}
