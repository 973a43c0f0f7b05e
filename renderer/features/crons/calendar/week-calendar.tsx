import { Paper } from '@mantine/core'
import { Link } from 'react-router'
import { LOCALE } from '../../../ui/locale.ts'
import type { Calendar } from '../api.ts'
import classes from '../crons.module.css'
import { clockOf } from './clock.ts'

type Row = Calendar['data'][number]

/** The next 7 days: a row for each cron, with a cell for each day that shows its time or how often it runs. */
export function WeekCalendar({ week: { from, until, data } }: { week: Calendar }) {
  const days = daysOf(from, until)
  return (
    <Paper withBorder className={classes.week} component="section" tabIndex={0} aria-label="Crons by day">
      <table aria-label="Next 7 days">
        <thead>
          <tr>
            <td />
            {days.map(day => (
              <th key={day} scope="col">
                {new Date(day).toLocaleDateString(LOCALE, {
                  weekday: 'short',
                  day: 'numeric',
                  month: 'short',
                })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(row => (
            <tr key={row.cron_id}>
              <th scope="row">
                <Link to={`/crons/${row.cron_id}`} className={classes.lineName} title={row.name} dir="auto">
                  {row.name}
                </Link>
              </th>
              {days.map(day => (
                <DayCell key={day} row={row} day={day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  )
}

function DayCell({ row: { times, has_more }, day }: { row: Row; day: number }) {
  const found = times.filter(time => startOfDay(time) === day)
  const lastDay = startOfDay(times.at(-1)!)
  if (has_more && day > lastDay)
    return <td title="There are more: times after the first hundred are not counted">…</td>
  if (!found.length) return <td>–</td>
  const isCut = has_more && day === lastDay
  if (found.length === 1 && !isCut) return <td data-due>{clockOf(found[0]!)}</td>
  return (
    <td data-due title={`First at ${clockOf(found[0]!)}`}>{`${found.length}${isCut ? '+' : ''} times`}</td>
  )
}

const startOfDay = (time: string) => new Date(time).setHours(0, 0, 0, 0)

/** Returns the start of each day. Days are not always 24 hours long. */
function daysOf(from: string, until: string): number[] {
  const days: number[] = []
  for (
    const day = new Date(startOfDay(from));
    day.getTime() < Date.parse(until);
    day.setDate(day.getDate() + 1)
  )
    days.push(day.getTime())
  return days
}
