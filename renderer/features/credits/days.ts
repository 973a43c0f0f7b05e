import { DAY } from '../../../server/base/times.ts'
import { serviceTime } from '../../lib/service/clock.ts'
import { dayLabel } from '../../ui/charts/day-label.ts'
import { DAYS, type UsageRow } from './api.ts'

/** The bar of a day: its label, and its credits by operation. */
interface DayBar {
  label: string
  credits: Map<string, number>
}

/** More colours than this cannot be distinguished. */
const MAX_SERIES = 5
const OTHER_OPERATIONS = 'others'

/** Returns the names of the series: the operations that cost most, and one for all others. */
export function seriesOf(rows: readonly UsageRow[]): string[] {
  const sums = new Map<string, number>()
  for (const { operation, credits } of rows) sums.set(operation, (sums.get(operation) ?? 0) + credits)
  const names = [...sums].sort(([, a], [, b]) => b - a).map(([operation]) => operation)
  return names.length > MAX_SERIES ? [...names.slice(0, MAX_SERIES - 1), OTHER_OPERATIONS] : names
}

/** Returns all days up to today, including those without calls. */
export function daysOf(rows: readonly UsageRow[], series: readonly string[]): DayBar[] {
  const today = Math.floor(serviceTime() / DAY) * DAY
  const rowsByDay = Map.groupBy(rows, row => Date.parse(row.at))
  return Array.from({ length: DAYS }, (_, index) => {
    const at = today - (DAYS - 1 - index) * DAY
    const sums = new Map<string, number>()
    for (const { operation, credits } of rowsByDay.get(at) ?? []) {
      const name = series.includes(operation) ? operation : OTHER_OPERATIONS
      sums.set(name, (sums.get(name) ?? 0) + credits)
    }
    return { label: dayLabel(at), credits: sums }
  })
}
