import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { relativeTime } from '../lib/relative-time.ts'
import { serviceTime } from '../lib/service/clock.ts'
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
        {exact ? format.format(date) : <RelativeTime at={date.getTime()} />}
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
