import { Stack, Text, Title } from '@mantine/core'
import { dayLabel } from '../../../ui/charts/day-label.ts'
import { counted } from '../../../ui/counted.ts'
import type { Stats } from './api.ts'
import classes from './failure-map.module.css'

/** The maximum number of fields shown, with the most often missing ones first. */
const MAX_FIELDS = 30

type Day = Stats['series'][number]

/** The share of missing values on each day; null for days on which the field was not read. */
interface FailureRow {
  name: string
  missing: (number | null)[]
}

/** A map of failures over time: fields by days. Each cell is the share of missing values. */
export function FailureMap({ series }: { series: Stats['series'] }) {
  const days = series.toReversed()
  const fields = failureRows(days)
  const failing = fields.filter(({ missing }) => missing.some(Boolean))
  const calls = { name: 'calls that failed', missing: days.map(({ runs, ok }) => (runs - ok) / runs) }
  return (
    <Stack gap={8} component="section" aria-label="What failed over time">
      <Title order={3} fz={14}>
        What failed over time
      </Title>
      <Text size="xs" c="dimmed">
        Missing values in percent, newest day first. A dot: none missing. A dash: nothing was read.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section className={classes.scroll} tabIndex={0} aria-label="Fields by days">
        <table className={classes.map} aria-label="Missing values by field and day">
          <thead>
            <tr>
              <td />
              {days.map(({ day }) => (
                <th key={day} scope="col" title={day}>
                  {dayLabel(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[calls, ...failing.slice(0, MAX_FIELDS)].map(line => (
              <MapRow key={line.name} line={line} isField={line !== calls} days={days} />
            ))}
          </tbody>
        </table>
      </section>
      <Text size="xs" c="dimmed">
        {restText(fields.length, failing.length)}
      </Text>
    </Stack>
  )
}

const MapRow = ({ line, isField, days }: { line: FailureRow; isField: boolean; days: Day[] }) => (
  <tr>
    <th scope="row" className={isField ? 'mono' : ''} title={line.name}>
      {line.name}
    </th>
    {line.missing.map((share, at) => (
      <Cell key={days[at]!.day} share={share} of={`${line.name}, ${days[at]!.day}`} />
    ))}
  </tr>
)

/** The number gives the value; the shade only makes it easier to find. */
function Cell({ share, of }: { share: number | null; of: string }) {
  if (share === null) return <td title={`${of}: nothing was read`}>–</td>
  // A small share must not be rounded to 0%, nor a large one to 100%.
  const percent = share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(share * 100))) : share * 100
  return (
    <td
      title={`${of}: ${percent}% missing`}
      data-level={Math.ceil(share * 4)}
      aria-label={percent ? undefined : 'none missing'}
    >
      {percent || '·'}
    </td>
  )
}

/** Returns the missing shares of each field; fields with the largest sum come first. */
function failureRows(days: Day[]): FailureRow[] {
  const rates = days.map(({ fill_rate_by_field }) => new Map(Object.entries(fill_rate_by_field)))
  const names = new Set(rates.flatMap(dayRates => [...dayRates.keys()]))
  const rows = [...names].map(name => ({
    name,
    missing: rates.map(dayRates => (dayRates.has(name) ? 1 - dayRates.get(name)! : null)),
  }))
  const sum = ({ missing }: FailureRow) => missing.reduce<number>((total, share) => total + (share ?? 0), 0)
  return rows.sort((a, b) => sum(b) - sum(a))
}

function restText(fields: number, failing: number): string {
  const hidden = failing > MAX_FIELDS ? `${counted(failing - MAX_FIELDS, 'more field')} missed values. ` : ''
  const alwaysFilled = fields - failing
  return alwaysFilled ? `${hidden}${counted(alwaysFilled, 'field')} always had a value.` : hidden
}
