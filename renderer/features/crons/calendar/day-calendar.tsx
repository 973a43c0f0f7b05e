import { Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import { HOUR } from '../../../../server/base/times.ts'
import { AsTable } from '../../../ui/charts/as-table.tsx'
import { counted } from '../../../ui/counted.ts'
import { hourCycle, LOCALE } from '../../../ui/locale.ts'
import type { Calendar } from '../api.ts'
import classes from '../crons.module.css'
import { clockOf } from './clock.ts'

/** The maximum number of crons that are shown; those due next come first. */
const MAX_CRONS = 12

/** The number of hours between labels. */
const HOURS_PER_LABEL = 3

type Row = Calendar['data'][number]

/** The next 24 hours: a line for each cron, with a mark for each tick. */
export function DayCalendar({ day }: { day: Calendar }) {
  const rows = day.data
  const from = Date.parse(day.from)
  const leftOf = (at: number) => `${(100 * (at - from)) / (Date.parse(day.until) - from)}%`
  return (
    <Paper withBorder className={classes.day}>
      <div className={classes.hours} aria-hidden>
        {hoursOf(day).map(at => (
          <span key={at} className={classes.hour} style={{ left: leftOf(at) }}>
            {new Date(at).toLocaleTimeString(LOCALE, { hour: 'numeric', hourCycle })}
          </span>
        ))}
      </div>
      <ul className={classes.lines}>
        {rows.slice(0, MAX_CRONS).map(row => (
          <CronLine key={row.cron_id} row={row} place={leftOf} />
        ))}
      </ul>
      {rows.length > MAX_CRONS && (
        <Text size="xs" c="dimmed" p={8}>
          {`${counted(rows.length - MAX_CRONS, 'more cron')} in the next 24 hours.`}
        </Text>
      )}
      <AsTable label="Next 24 hours" columns={['Cron', 'Times']}>
        {rows.map(({ cron_id, name, times, has_more }) => (
          <tr key={cron_id}>
            <th scope="row">{name}</th>
            <td className={classes.listed}>{times.map(clockOf).join(', ') + (has_more ? ', …' : '')}</td>
          </tr>
        ))}
      </AsTable>
    </Paper>
  )
}

function hoursOf({ from, until }: Calendar): number[] {
  const first = new Date(from)
  first.setMinutes(0, 0, 0)
  const hours: number[] = []
  for (let at = first.getTime() + HOUR; at < Date.parse(until) - HOUR; at += HOUR)
    if (new Date(at).getHours() % HOURS_PER_LABEL === 0) hours.push(at)
  return hours
}

function CronLine({ row, place }: { row: Row; place: (at: number) => string }) {
  const { cron_id, name, times, has_more } = row
  const last = Date.parse(times.at(-1)!)
  const count = has_more ? `more than ${counted(times.length, 'time')}` : counted(times.length, 'time')
  const first = clockOf(times[0]!)
  return (
    <li className={classes.line}>
      <Link to={`/crons/${cron_id}`} className={classes.lineName} title={name} dir="auto">
        {name}
      </Link>
      <div
        className={classes.track}
        role="img"
        aria-label={`${count}, first at ${first}`}
        title={`${count}, first at ${first}`}
      >
        {times.map(time => (
          <span key={time} className={classes.mark} style={{ left: place(Date.parse(time)) }} />
        ))}
        {has_more && <span className={classes.rest} style={{ left: place(last) }} />}
      </div>
    </li>
  )
}
