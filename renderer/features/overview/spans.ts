import { DAY, HOUR } from '../../../server/base/times.ts'
import { serviceTime } from '../../lib/service/clock.ts'
import { dayLabel } from '../../ui/charts/day-label.ts'
import { hourCycle, LOCALE } from '../../ui/locale.ts'
import type { UsageRow } from './api.ts'

/** A bar of the chart. */
export interface Span {
  label: string
  good: number
  failed: number
  credits: number
}

const SPAN_MS = { hour: HOUR, day: DAY } as const

export const totalsOf = (rows: readonly UsageRow[]) => ({
  calls: rows.reduce((sum, row) => sum + row.calls, 0),
  failed: rows.reduce((sum, row) => sum + row.failed, 0),
  credits: rows.reduce((sum, row) => sum + row.credits, 0),
  ms: rows.reduce((sum, row) => sum + row.ms, 0),
})

/**
 * Formats the share of successful calls: `98.4%`; null if there were no calls. With any failure, it is never rounded to
 * 100%.
 */
export function successRate({ calls, failed }: { calls: number; failed: number }): string | null {
  if (!calls) return null
  const permille = (1000 * (calls - failed)) / calls
  const shownPermille = failed ? Math.min(999, Math.round(permille)) : 1000
  return `${shownPermille / 10}%`
}

/** Hours are local; days are UTC. */
const labelOf = (at: number, by: keyof typeof SPAN_MS) =>
  by === 'hour' ? new Date(at).toLocaleTimeString(LOCALE, { hour: 'numeric', hourCycle }) : dayLabel(at)

/** Returns all spans up to now, including empty ones. */
export function spansOf(
  rows: readonly UsageRow[],
  { by, spans }: { by: keyof typeof SPAN_MS; spans: number },
): Span[] {
  const length = SPAN_MS[by]
  const last = Math.floor(serviceTime() / length) * length
  const rowsBySpan = Map.groupBy(rows, row => Date.parse(row.at))
  return Array.from({ length: spans }, (_, index) => {
    const at = last - (spans - 1 - index) * length
    const { calls, failed, credits } = totalsOf(rowsBySpan.get(at) ?? [])
    return { label: labelOf(at, by), good: calls - failed, failed, credits }
  })
}
