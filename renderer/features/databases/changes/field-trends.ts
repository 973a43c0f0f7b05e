import { useQuery } from '@tanstack/react-query'
import { DAY } from '../../../../server/base/times.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { serviceTime } from '../../../lib/service/clock.ts'
import { numberText } from '../../../ui/number-text.ts'
import { type ChangeSummary, type Database, summaryQuery } from '../api.ts'

type FieldSummary = ChangeSummary['fields'][number]

/** A numeric field over the days of a summary. */
interface Trend {
  days: string[]
  /** For each day, the sum of all changes up to that day. */
  sums: number[]
  /** The sum of all changes. */
  net: number
}

/** Formats the changes of a field: `12 changed, 3 down`. */
export const changesText = ({ changed, up, down }: FieldSummary): string =>
  [`${numberText(changed)} changed`, up && `${numberText(up)} up`, down && `${numberText(down)} down`]
    .filter(Boolean)
    .join(', ')

/** Returns the trend of a field day by day; null if its numbers did not move, or if they moved by more than can be drawn. */
export function trendOf({ since }: ChangeSummary, field: FieldSummary): Trend | null {
  const { up, down, net, days } = field
  if (!(up || down) || net === null || days.some(day => day.net === null)) return null
  const netByDay = new Map(days.map(({ day, net }) => [day, net]))
  const trend: Trend = { days: [], sums: [], net }
  let sum = 0
  for (let at = Math.floor(Date.parse(since) / DAY) * DAY; at <= serviceTime(); at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10)
    sum += netByDay.get(day) ?? 0
    trend.days.push(day)
    trend.sums.push(sum)
  }
  return trend
}

/** Returns the trend of a column and its label; null if its numbers did not move. */
export function useTrend({ id }: Database, column: string): { values: number[]; label: string } | null {
  const { data } = useQuery(summaryQuery(useAccount(), id))
  const field = data?.fields.find(one => one.field === column)
  const trend = field && trendOf(data!, field)
  return trend ? { values: trend.sums, label: `${column} in 30 days: ${changesText(field)}` } : null
}
