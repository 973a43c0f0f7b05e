import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useAccount } from '../../../lib/service/account.ts'
import { Chart } from '../../../ui/charts/chart.tsx'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { type ChangeSummary, type Database, summaryQuery } from '../api.ts'
import classes from '../databases.module.css'
import { changesText, trendOf } from './field-trends.ts'

/** The changes of the last 30 days by field, the most recently changed field first. Renders nothing if nothing changed. */
export function ChangeDigest({ database }: { database: Database }) {
  const { data, error, refetch } = useQuery(summaryQuery(useAccount(), database.id))
  const [open, setOpen] = useState<string | null>(null)
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data?.fields.length) return null
  return (
    <section className={classes.digest} aria-label="Changes by field">
      <Text size="xs" c="dimmed">
        {`The last 30 days: ${countsText(data)}`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section className={classes.digestScroll} tabIndex={0} aria-label="Fields that changed">
        <table aria-label="Changes by field">
          <thead>
            <tr>
              {['Field', 'Changes', 'Sum of changes', 'Last'].map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.fields.map(field => (
              <FieldLine
                key={field.field}
                {...{ summary: data, field }}
                isOpen={open === field.field}
                onOpen={isOpen => setOpen(isOpen ? field.field : null)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

const countsText = ({ counts, is_complete }: ChangeSummary) =>
  [
    `${Object.entries(counts)
      .filter(([, count]) => count)
      .map(([kind, count]) => `${numberText(count)} ${kind}`)
      .join(', ')}.`,
    ...(is_complete ? [] : ['Only the newest changes are counted.']),
  ].join(' ')

function FieldLine({
  summary,
  field,
  isOpen,
  onOpen,
}: {
  summary: ChangeSummary
  field: ChangeSummary['fields'][number]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const trend = trendOf(summary, field)
  const label = `${field.field}: sum of changes by day`
  return (
    <Fragment>
      <tr>
        <th scope="row">{field.field}</th>
        <td>{changesText(field)}</td>
        <td>
          {trend && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-expanded={isOpen}
              rightSection={(trend.net > 0 ? '+' : '') + numberText(trend.net)}
              onClick={() => onOpen(!isOpen)}
            >
              <Sparkline values={trend.sums} label={label} />
            </Button>
          )}
        </td>
        <td>
          <Time at={field.last_at} />
        </td>
      </tr>
      {isOpen && trend && (
        <tr>
          <td colSpan={4}>
            <Chart
              kind="steps"
              label={label}
              points={trend.days}
              series={[{ name: field.field, values: trend.sums }]}
              height={140}
            />
          </td>
        </tr>
      )}
    </Fragment>
  )
}
